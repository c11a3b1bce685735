import { beforeEach, expect, it, vi } from "vitest";
import type { ConsentState } from "@/lib/consent";
import { visitId } from "@/lib/visit";
import { reach, tell } from "./journey";

let consent: ConsentState = "granted";
vi.mock("@/lib/consent", () => ({ consentState: () => consent, mayStore: () => consent === "granted" }));

interface Told {
  visitId: string;
  steps: { step: string; sessionId?: string }[];
  [field: string]: unknown;
}
const told: Told[] = [];
let status: number | "offline" = 200;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  told.length = 0;
  status = 200;
  consent = "granted";
  window.history.replaceState(
    null,
    "",
    "/?utm_source=google&utm_term=jeep&utm_campaign=autumn-AbC123&gclid=AbC123",
  );
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    if (status === "offline") throw new TypeError("Failed to fetch");
    told.push(JSON.parse(init.body as string));
    return new Response(null, { status });
  });
});

const steps = () => told.map((one) => one.steps.map(({ step }) => step));

it("tells each step of a visit once, and of the landing what it brought but no click id", async () => {
  reach("landing", "/");
  reach("search", "/");
  await tell();
  reach("search", "/");
  reach("quiz_start", "/black", "quiz_1_a");
  await tell();
  await tell();
  expect(steps()).toEqual([["landing", "search"], ["quiz_start"]]);
  expect(told[1]?.steps[0]?.sessionId).toBe("quiz_1_a");
  expect(told[0]).toMatchObject({ page: "/", utmSource: "google", hasClickId: true, visitId: visitId() });
  expect(told[0]).toMatchObject({ isReturning: false, utmTerm: "jeep" });
  expect(JSON.stringify(told)).not.toContain("AbC123");
});

it("keeps what did not arrive, and begins with the landing wherever a visit begins", async () => {
  status = "offline";
  reach("car", "/cars/forester");
  await tell();
  status = 500;
  await tell();
  status = 200;
  await tell();
  expect(steps()).toEqual([
    ["landing", "car"],
    ["landing", "car"],
  ]);
});

it("tells nothing after a refusal", async () => {
  reach("landing", "/");
  consent = "refused";
  reach("search", "/");
  await tell();
  expect([told, visitId()]).toEqual([[], undefined]);
});
