import { siteConfig } from "@/lib/site-config";
import { type Held, holdInMemory } from "@/lib/storage";

export type ConsentState = "not_required" | "granted" | "refused" | "unknown";

const key = "abano_consent";
const mark = "consentRefused";
let isRefusedHere = false;

/**
 * What the visitor decided. Consent is kept in the browser. A refusal is not: it lives with the page and with the
 * entries of this tab's history, so that a reload does not ask again, and the next visit does.
 */
export function consentState(): ConsentState {
  if (!siteConfig().tracking.consentRequired) return "not_required";
  if (isRefusedHere || window.history.state?.[mark] === true) return "refused";
  try {
    return window.localStorage.getItem(key) === "granted" ? "granted" : "unknown";
  } catch {
    return "unknown";
  }
}

/** Holds browser storage to the visitor's decision. To be called before anything is stored, and after deciding. */
export function applyConsent(): void {
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

/** Calls back when the visitor has decided; answers how to stop that. */
export function onConsentDecided(callback: () => void): () => void {
  decided.addEventListener("decided", callback);
  return () => decided.removeEventListener("decided", callback);
}

/** Tells this entry of the tab's history that consent was refused. To be called on each page. */
export function markRefusal(): void {
  if (isRefusedHere) window.history.replaceState({ ...window.history.state, [mark]: true }, "");
}

/** Whether anything may be kept in this browser. */
export function mayStore(): boolean {
  const state = consentState();
  return state === "granted" || state === "not_required";
}
