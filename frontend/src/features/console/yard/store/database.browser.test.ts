import { afterEach, beforeEach, expect, it, vi } from "vitest";

// A page that was just opened: the module keeps its connection and its memory.
beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

async function openPage() {
  const database = await import("./database");
  const { readOutbox } = await import("./outbox");
  return { ...database, readOutbox };
}

const record = { bookingId: "b1", body: { id: "r1" }, isSent: false, problem: null, questions: [] };
const picture = { id: "p1", recordId: "r1", kind: "car", damageId: null, blob: new Blob(["x"]) };

it("keeps entries in memory where the browser refuses IndexedDB, and says so", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("Not allowed here.", "SecurityError");
    },
  });
  const page = await openPage();
  const heard = vi.fn();
  page.onUnstored(heard);
  await page.keepSnapshot("day", { items: [] });
  expect(page.hasUnstored()).toBe(false);
  await page.keepDraft("b1 return", { mileage: "120400" });
  expect(await page.readDraft("b1 return")).toEqual({ mileage: "120400" });
  expect((await page.readSnapshot("day"))?.value).toEqual({ items: [] });
  expect(page.hasUnstored()).toBe(true);
  await page.keepRecord("r1", record);
  await page.keepPicture("p1", picture);
  expect(await page.readOutbox()).toMatchObject({ records: [record], pictures: 1 });
  await page.dropDraft("b1 return");
  await page.dropPicture("p1");
  await page.dropRecord("r1");
  expect(page.hasUnstored()).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
});

it("keeps entries in memory where the phone is full", async () => {
  const transaction = (_: string, mode: IDBTransactionMode) => {
    const running = {
      objectStore: () => ({ put: () => ({}), get: () => ({}), delete: () => ({}) }),
      error: new DOMException("No space left.", "QuotaExceededError"),
      oncomplete: () => {},
      onabort: () => {},
    };
    queueMicrotask(() => (mode === "readwrite" ? running.onabort() : running.oncomplete()));
    return running;
  };
  vi.stubGlobal("indexedDB", {
    open: () => {
      const request = { result: { transaction }, onsuccess: () => {} };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
  const page = await openPage();
  await page.keepDraft("b1 return", { mileage: "120400" });
  expect(await page.readDraft("b1 return")).toEqual({ mileage: "120400" });
  expect(page.hasUnstored()).toBe(true);
  await page.dropDraft("b1 return");
  expect(page.hasUnstored()).toBe(false);
});

it("does not wait for an IndexedDB that never opens", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  const page = await openPage();
  const read = page.readDraft("b1 return");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await read).toBeNull();
  vi.useRealTimers();
});

it("forgets what is in memory at sign-out", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const page = await openPage();
  await page.keepRecord("r1", record);
  await page.clearAll();
  expect(await page.readOutbox()).toEqual({ records: [], pictures: 0 });
  expect(page.hasUnstored()).toBe(false);
});
