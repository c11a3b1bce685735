import { siteConfig } from "@/lib/site-config";
import { type Held, holdInMemory, takeOver } from "@/lib/storage";

export type ConsentState = "not_required" | "granted" | "refused" | "unknown";

const key = "abano_consent";
const idKey = "abano_consent_id";
const mark = "consentRefused";
let isRefusedHere = false;

/**
 * What the visitor decided. Consent is kept in the browser. A refusal is not: it lives with the page and with the
 * entries of this tab's history, so that a reload does not ask again, and the next visit does.
 */
export function consentState(): ConsentState {
  if (!siteConfig().tracking.consentRequired) return "not_required";
  if (isRefusedHere) return "refused";
  // A refusal takes the consent out of storage: a marked entry beside a consent is older than it.
  if (kept(key) === "granted") return "granted";
  return window.history.state?.[mark] === true ? "refused" : "unknown";
}

function kept(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * The random key of a consent that was given: whatever is stored by it can be found again and taken back. None
 * without consent, where the company does not ask, and where nothing can be stored.
 */
export function consentId(): string | undefined {
  if (consentState() !== "granted") return undefined;
  const known = kept(idKey);
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  try {
    window.localStorage.setItem(idKey, made);
  } catch {
    return undefined;
  }
  return made;
}

/** Holds browser storage to the visitor's decision. To be called before anything is stored, and after deciding. */
export function applyConsent(): void {
  // Refused on the same page in another language, a moment ago.
  if (takeOver() === "everything") isRefusedHere = true;
  isRefusedHere = consentState() === "refused";
  const held: Record<ConsentState, Held> = {
    not_required: "nothing",
    granted: "nothing",
    unknown: "tracking",
    refused: "everything",
  };
  holdInMemory(held[consentState()]);
}

const decided = new EventTarget();

/** Asks the visitor again, who may have changed their mind. */
export function askAgain(): void {
  decided.dispatchEvent(new Event("asked"));
}

/** Calls back when the visitor wants to decide again; returns how to stop that. */
export function onAskedAgain(callback: () => void): () => void {
  decided.addEventListener("asked", callback);
  return () => decided.removeEventListener("asked", callback);
}

export function decideConsent(decision: "granted" | "refused"): void {
  isRefusedHere = decision === "refused";
  if (!isRefusedHere) {
    try {
      window.localStorage.setItem(key, decision);
    } catch {
      // Without storage the question comes again on the next page load.
    }
  }
  applyConsent();
  markRefusal();
  decided.dispatchEvent(new Event("decided"));
}

/** Calls back when the visitor has decided; returns how to stop that. */
export function onConsentDecided(callback: () => void): () => void {
  decided.addEventListener("decided", callback);
  return () => decided.removeEventListener("decided", callback);
}

/** Marks this entry of the tab's history as refused. To be called on each page. */
export function markRefusal(): void {
  if (isRefusedHere) window.history.replaceState({ ...window.history.state, [mark]: true }, "");
}

/** Whether anything may be kept in this browser. */
export function mayStore(): boolean {
  const state = consentState();
  return state === "granted" || state === "not_required";
}
