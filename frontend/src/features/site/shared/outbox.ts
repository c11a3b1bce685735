import { localStore, readJson } from "@/lib/storage";

/**
 * Calls that must reach the server eventually. They are queued in browser storage until the server accepts them,
 * across reloads and offline periods, and are sent in order.
 */

interface Waiting {
  id: string;
  path: string;
  body: unknown;
}

/** Window event: the quiz was replaced while a visitor was answering it. */
export const quizChanged = "abano:quiz-changed";

const key = "quiz_outbox";
const limit = 200;
const retrySeconds = 5;
const maxRetrySeconds = 120;
let patienceSeconds = retrySeconds;
let retry: number | undefined;
let sending: Promise<void> | null = null;

function waiting(): Waiting[] {
  return readJson<Waiting[]>(localStore, key) ?? [];
}

function keep(calls: Waiting[]): void {
  if (calls.length === 0) localStore.remove(key);
  else localStore.set(key, JSON.stringify(calls.slice(-limit)));
}

/** Identifies calls, also of two tabs that share the queue. */
function callId(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
}

/** Queues a call and tries to send the whole queue. Never throws. */
export function send(path: string, body: unknown): Promise<void> {
  keep([...waiting(), { id: callId(), path, body }]);
  return flush();
}

/** Sends the queue, oldest first; stops at the first call that cannot be delivered now. */
export function flush(): Promise<void> {
  window.clearTimeout(retry);
  sending ??= drain().finally(() => {
    sending = null;
    // The server was unreachable or busy: retries as long as this page is open.
    if (waiting().length > 0) retry = window.setTimeout(flush, patienceSeconds * 1000);
  });
  return sending;
}

async function drain(): Promise<void> {
  for (let next = waiting()[0]; next; next = waiting()[0]) {
    const { id } = next;
    if (!(await deliver(next))) return;
    // By id: another tab may have delivered it in the meantime, so the first call may be another one.
    keep(waiting().filter((call) => call.id !== id));
  }
}

/** True when the server has accepted it, or never will. */
async function deliver(call: Waiting): Promise<boolean> {
  patienceSeconds = retrySeconds;
  try {
    const answer = await fetch(call.path, {
      method: "POST",
      credentials: "include",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call.body),
    });
    // An unread response body keeps its connection open, and a browser has only six.
    answer.text().catch(() => "");
    if (answer.ok) return true;
    console.warn("quiz tracking", call.path, answer.status);
    if (answer.status === 409) window.dispatchEvent(new Event(quizChanged));
    const asked = Number(answer.headers.get("retry-after"));
    if (asked > 0) patienceSeconds = Math.min(asked, maxRetrySeconds);
    return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  } catch (error) {
    console.warn("quiz tracking", call.path, error);
    return false;
  }
}

/** The page is closing: hands the queue to the browser, which sends it afterwards. Duplicates are harmless. */
export function flushOnLeave(): void {
  for (const call of waiting()) {
    navigator.sendBeacon(call.path, new Blob([JSON.stringify(call.body)], { type: "text/plain" }));
  }
}
