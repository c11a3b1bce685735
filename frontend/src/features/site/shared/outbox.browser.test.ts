import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { flush, quizChanged, send } from "./outbox";

const answers: (number | "offline")[] = [];
let retryAfter: string | undefined;
const sent: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  answers.length = 0;
  retryAfter = undefined;
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const answer = answers.shift() ?? 200;
    if (answer === "offline") throw new TypeError("Failed to fetch");
    sent.push(`${path} ${init.body}`);
    return new Response(null, { status: answer, headers: retryAfter ? { "retry-after": retryAfter } : {} });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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

it("notifies the page when the quiz was replaced, and drops what no longer fits", async () => {
  const onChanged = vi.fn();
  window.addEventListener(quizChanged, onChanged);
  answers.push(422, 409);
  await send("/a", 1);
  expect(onChanged).not.toHaveBeenCalled();
  await send("/b", 2);
  expect(onChanged).toHaveBeenCalledOnce();
  expect(localStorage.getItem("quiz_outbox")).toBeNull();
  window.removeEventListener(quizChanged, onChanged);
});

it("waits as long as the server asks", async () => {
  vi.useFakeTimers();
  retryAfter = "40";
  answers.push(429);
  await send("/a", 1);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(2);
});

it("loses nothing when another tab delivered the same call in the meantime", async () => {
  answers.push("offline", "offline");
  await send("/a", 1);
  await send("/b", 2);
  const queue = JSON.parse(localStorage.getItem("quiz_outbox") ?? "[]");
  vi.stubGlobal("fetch", async (path: string) => {
    // The other tab took /a while ours was on its way.
    if (path === "/a") localStorage.setItem("quiz_outbox", JSON.stringify(queue.slice(1)));
    sent.push(path);
    return new Response(null, { status: 200 });
  });
  await flush();
  expect(sent).toEqual(["/a", "/b"]);
});
