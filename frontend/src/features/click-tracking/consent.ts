import { siteConfig } from "@/lib/site-config";
import { localStore } from "@/lib/storage";

export type ConsentState = "not_required" | "granted" | "refused" | "unknown";

const key = "abano_consent";

/** What the visitor decided. Remembering a refusal is the one thing kept without consent. */
export function consentState(): ConsentState {
  if (!siteConfig().tracking.consentRequired) return "not_required";
  const decided = localStore.get(key);
  return decided === "granted" || decided === "refused" ? decided : "unknown";
}

export function decideConsent(decision: "granted" | "refused"): void {
  localStore.set(key, decision);
}

/** Whether anything may be kept in this browser for advertising. */
export function mayStore(): boolean {
  const state = consentState();
  return state === "granted" || state === "not_required";
}
