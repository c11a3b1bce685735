import { siteConfig } from "@/lib/site-config";
import { keepInMemoryOnly } from "@/lib/storage";

export type ConsentState = "not_required" | "granted" | "refused" | "unknown";

const key = "abano_consent";

/** What the visitor decided. The decision is the one thing kept in the browser without consent. */
export function consentState(): ConsentState {
  if (!siteConfig().tracking.consentRequired) return "not_required";
  try {
    const decided = window.localStorage.getItem(key);
    return decided === "granted" || decided === "refused" ? decided : "unknown";
  } catch {
    return "unknown";
  }
}

/** Holds browser storage to the visitor's decision. To be called before anything is stored, and after deciding. */
export function applyConsent(): void {
  keepInMemoryOnly(!mayStore());
}

export function decideConsent(decision: "granted" | "refused"): void {
  try {
    window.localStorage.setItem(key, decision);
  } catch {
    // Without storage the question comes again on the next page load.
  }
  applyConsent();
}

/** Whether anything may be kept in this browser. */
export function mayStore(): boolean {
  const state = consentState();
  return state === "granted" || state === "not_required";
}
