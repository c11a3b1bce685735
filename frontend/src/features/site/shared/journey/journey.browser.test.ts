import { beforeEach, expect, it, vi } from "vitest";
import { decideConsent, visitId } from "@/lib/consent";
import { reach, sendSteps } from "./journey";

vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tracking: { consentRequired: true } }) }));

interface SentJourney {
  visitId: string;
  steps: { step: string; sessionId?: string }[];
  [field: string]: unknown;
}
const sent: SentJourney[] = [];
let status: number | "offline" = 200;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  sent.length = 0;
  status = 200;
  decideConsent("granted");
  window.history.replaceState(
    null,
    "",
    "/?utm_source=google&utm_term=jeep&utm_campaign=autumn-AbC123&gclid=AbC123",
  );
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    if (status === "offline") throw new TypeError("Failed to fetch");
    sent.push(JSON.parse(init.body as string));
    return new Response(null, { status });
  });
});

const steps = () => sent.map((one) => one.steps.map(({ step }) => step));

it("reports each step of a visit once, and the landing with its source but no click id", async () => {
  reach("landing", "/");
  reach("search", "/");
  await sendSteps();
  reach("search", "/");
  reach("quiz_start", "/black", { sessionId: "quiz_1_a" });
  await sendSteps();
  await sendSteps();
  expect(steps()).toEqual([["landing", "search"], ["quiz_start"]]);
  expect(sent[1]?.steps[0]?.sessionId).toBe("quiz_1_a");
  expect(sent[0]).toMatchObject({ page: "/", utmSource: "google", hasClickId: true, visitId: visitId() });
  expect(sent[0]).toMatchObject({ isReturning: false, utmTerm: "jeep" });
  expect(JSON.stringify(sent)).not.toContain("AbC123");
});

it("counts no visit where an editor shows a draft", async () => {
  window.history.replaceState(null, "", "/?preview=drafts");
  reach("landing", "/");
  await sendSteps();
  expect(sent).toEqual([]);
  expect(visitId()).toBeUndefined();
});

it("keeps what did not arrive, and begins with the landing wherever a visit begins", async () => {
  status = "offline";
  reach("car", "/cars/forester");
  await sendSteps();
  status = 500;
  await sendSteps();
  status = 200;
  await sendSteps();
  expect(steps()).toEqual([
    ["landing", "car"],
    ["landing", "car"],
  ]);
});

it("reports each page and press once, in requests that the server takes, and at most 30 of each", async () => {
  reach("landing", "/");
  reach("seen", "/", { page: "/" });
  for (let page = 0; page < 40; page++) reach("seen", "/", { page: `/guide/${page}` });
  reach("pressed", "/", { page: "/", label: "Show more" });
  reach("pressed", "/", { page: "/", label: "Show more" });
  await sendSteps();
  await sendSteps();
  const all = sent.flatMap((one) => one.steps);
  expect(sent.map((one) => one.steps.length)).toEqual([20, 12]);
  expect(all.filter(({ step }) => step === "seen")).toHaveLength(30);
  expect(all.filter(({ step }) => step === "pressed")).toMatchObject([{ page: "/", label: "Show more" }]);
});

it("reports nothing after a refusal", async () => {
  reach("landing", "/");
  decideConsent("refused");
  reach("search", "/");
  await sendSteps();
  expect([sent, visitId()]).toEqual([[], undefined]);
});
