import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { flush, send } from "./outbox";

const answers: (number | "offline")[] = [];
const sent: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  answers.length = 0;
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const answer = answers.shift() ?? 200;
    if (answer === "offline") throw new TypeError("Failed to fetch");
    sent.push(`${path} ${init.body}`);
    return new Response(null, { status: answer });
  });
});
afterEach(() => vi.unstubAllGlobals());

it("delivers in order and forgets what arrived", async () => {
  await Promise.all([send("/a", 1), send("/b", 2)]);
  await flush();
  expect(sent).toEqual(["/a 1", "/b 2"]);
  expect(localStorage.getItem("quiz_outbox")).toBeNull();
});

it("keeps calls while offline and sends them later", async () => {
  answers.push("offline", "offline");
  await send("/a", 1);
  await send("/b", 2);
  expect(sent).toEqual([]);
  await flush();
  expect(sent).toEqual(["/a 1", "/b 2"]);
});

it("tries again after a server fault or a limit, but not what the server will never take", async () => {
  answers.push(503);
  await send("/a", 1);
  answers.push(429);
  await flush();
  expect(localStorage.getItem("quiz_outbox")).toContain("/a");
  answers.push(422);
  await flush();
  expect(localStorage.getItem("quiz_outbox")).toBeNull();
});
