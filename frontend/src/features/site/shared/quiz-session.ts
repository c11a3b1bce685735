import { localStore, sessionStore } from "@/lib/storage";
import { handedOverNames, withoutParameters } from "@/lib/visitors-query";

// The quiz being answered, and the one that this visit came from: two keys, so that a second quiz is a new session.
const running = "quiz_session_id";
const finished = "quiz_finished_session_id";

/**
 * Takes over the session of a quiz on another site, and takes its ids out of the address bar: a copied link must not
 * carry one visitor's session to another.
 */
export function takeSessionFromUrl(): void {
  const { pathname, search, hash } = window.location;
  const inUrl = new URLSearchParams(search).get("sessionId");
  if (inUrl && /^quiz_[\w-]{1,100}$/.test(inUrl)) sessionStore.set(finished, inUrl);
  const rest = withoutParameters(search, handedOverNames);
  if (rest !== search) window.history.replaceState(window.history.state, "", pathname + rest + hash);
}

/** The quiz session behind this visit, as far as this tab or browser knows it. */
export function currentQuizSessionId(): string | undefined {
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
