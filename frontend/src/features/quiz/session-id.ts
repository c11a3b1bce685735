import { localStore, sessionStore } from "@/lib/storage";

const key = "quiz_session_id";

/** The quiz session of this browser: from the address after the quiz, else from storage. */
export function currentQuizSessionId(): string | undefined {
  const inAddress = new URLSearchParams(window.location.search).get("sessionId");
  if (inAddress && /^quiz_[\w-]{1,100}$/.test(inAddress)) {
    sessionStore.set(key, inAddress);
    return inAddress;
  }
  return sessionStore.get(key) ?? localStore.get(key) ?? undefined;
}

/** The session id, made at its first use: 'quiz_', the time, and randomness. */
export function ensureQuizSessionId(): string {
  const known = localStore.get(key) ?? sessionStore.get(key);
  if (known) return known;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");
  const made = `quiz_${Date.now()}_${random}`;
  localStore.set(key, made);
  sessionStore.set(key, made);
  return made;
}

/** The next quiz is a new session; this visit still knows the one it came from. */
export function endQuizSession(id: string): void {
  localStore.remove(key);
  sessionStore.set(key, id);
}
