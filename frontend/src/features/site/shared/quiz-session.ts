import { localStore, sessionStore } from "@/lib/storage";

// The quiz being answered, and the one that this visit came from: two keys, so that a second quiz is a new session.
const running = "quiz_session_id";
const finished = "quiz_finished_session_id";

/** The quiz session behind this visit: from the address after the quiz, else what this tab or browser knows. */
export function currentQuizSessionId(): string | undefined {
  const inAddress = new URLSearchParams(window.location.search).get("sessionId");
  if (inAddress && /^quiz_[\w-]{1,100}$/.test(inAddress)) {
    sessionStore.set(finished, inAddress);
    return inAddress;
  }
  return sessionStore.get(finished) ?? localStore.get(running) ?? undefined;
}

/** The session id, made at its first use: 'quiz_', the time, and randomness. */
export function ensureQuizSessionId(): string {
  const known = localStore.get(running);
  if (known) return known;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");
  const made = `quiz_${Date.now()}_${random}`;
  localStore.set(running, made);
  return made;
}

/** The next quiz is a new session; this visit still knows the one it came from. */
export function endQuizSession(id: string): void {
  localStore.remove(running);
  sessionStore.set(finished, id);
}
