import { consentId, visitId } from "@/lib/consent";
import { send } from "../outbox";
import { currentQuizSessionId } from "../quiz-session";
import { storedClickIds } from "./click-store";
import { deviceFingerprint } from "./fingerprint";
import { clickIdsIn, withoutIds } from "./rules";

interface KnownVisitor {
  consentId?: string | undefined;
  clickIds: string[];
  sessionIds: string[];
  deviceFingerprint?: string | undefined;
  visitId?: string | undefined;
}

/** By what the server may know this visitor. To be asked before a refusal makes the browser forget it. */
export function knownVisitor(): KnownVisitor {
  const session = currentQuizSessionId();
  const ids = [storedClickIds(), clickIdsIn(window.location.search)].flatMap(Object.values<string>);
  return {
    consentId: consentId(),
    clickIds: [...new Set(ids)],
    sessionIds: session ? [session] : [],
    deviceFingerprint: deviceFingerprint(),
    visitId: visitId(),
  };
}

/** Has the server take back what it stored of the visitor; tried until it did, as long as this page is open. */
export function takeBack(visitor: KnownVisitor): void {
  void send("/api/consent/refusal", visitor);
}

/** Takes the ids out of this page's address. */
export function removeClickIdsFromUrl(): void {
  const { pathname, search, hash } = window.location;
  window.history.replaceState(window.history.state, "", pathname + withoutIds(search) + hash);
}
