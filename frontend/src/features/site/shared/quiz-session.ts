import { localStore, sessionStore } from "@/lib/storage";
import { handedOverNames, withoutParameters } from "@/lib/visitors-query";

// The current quiz, and the one this visit came from: two keys, so that a second quiz is a new session.
const running = "quiz_session_id";
const finished = "quiz_finished_session_id";

/**
 * Takes over the session of a quiz on another site, and removes its ids from the URL: a copied link must not share a
 * visitor's session.
 */
export function takeSessionFromUrl(): void {
  const { pathname, search, hash } = window.location;
  const inUrl = new URLSearchParams(search).get("sessionId");
  if (inUrl && /^quiz_[\w-]{1,100}$/.test(inUrl)) sessionStore.set(finished, inUrl);
  const rest = withoutParameters(search, handedOverNames);
  if (rest !== search) window.history.replaceState(window.history.state, "", pathname + rest + hash);
}

/** The quiz session of this visit, as stored in this tab or browser. */
export function currentQuizSessionId(): string | undefined {
  return sessionStore.get(finished) ?? localStore.get(running) ?? undefined;
}

/** The session id, created on first use: 'quiz_', the time, and randomness. */
export function ensureQuizSessionId(): string {
  const known = localStore.get(running);
  if (known) return known;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");
  const made = `quiz_${Date.now()}_${random}`;
  localStore.set(running, made);
  return made;
}

/** The next quiz is a new session; this visit keeps the session it came from. */
export function endQuizSession(id: string): void {
  localStore.remove(running);
  sessionStore.set(finished, id);
}
