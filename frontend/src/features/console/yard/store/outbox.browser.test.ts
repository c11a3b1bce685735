import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hand, onOutbox, sendAll, type WaitingRecord } from "./outbox";

let answers: ((request: Request) => Promise<Response>)[];
let asked: number;

beforeEach(() => {
  answers = [];
  asked = 0;
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", undefined);
  vi.stubGlobal("navigator", { ...navigator, locks: { request: (_: string, run: () => unknown) => run() } });
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("No answer.", "TimeoutError")), milliseconds);
    return controller.signal;
  });
  vi.stubGlobal("fetch", (request: Request) => {
    asked += 1;
    return answers.shift()?.(request);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const silent = (request: Request) =>
  new Promise<Response>((_, reject) =>
    request.signal.addEventListener("abort", () => reject(request.signal.reason)),
  );

it("gives up on a server that does not answer, keeps the record and sends it again", async () => {
  const record = {
    bookingId: "b1",
    customerName: "Ada",
    body: { id: "r1" },
    isSent: false,
    problem: null,
    questions: [],
  } as unknown as WaitingRecord;
  const heard = vi.fn();
  onOutbox(heard);
  answers.push(silent);
  const left = hand(record);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await left).toMatchObject({ body: { id: "r1" }, isSent: false, problem: null });
  expect(heard).toHaveBeenLastCalledWith({ records: [record], pictures: 0 });

  answers.push(async () => Response.json({ success: true }));
  await sendAll();
  expect(asked).toBe(2);
  expect(heard).toHaveBeenLastCalledWith({ records: [], pictures: 0 });
});
