import { siteConfig } from "@/lib/site-config";
import { type Held, holdInMemory, takeOver } from "@/lib/storage";
import { readJson, sessionStore } from "./storage";

export type ConsentState = "not_required" | "granted" | "refused" | "unknown";

/** What a visitor who consents answers about ads. */
export interface AdAnswers {
  /** The booking may be sent to the ad platform. */
  adUserData: boolean;
  /** It may be used for personalised ads. */
  adPersonalization: boolean;
}

export interface AdConsent extends AdAnswers {
  version: number;
  answeredAt: string;
}

const key = "abano_consent";
const idKey = "abano_consent_id";
const answersKey = "abano_ad_answers";
/** Of the questions. Raise it when their meaning changes: then visitors are asked again. */
const questionsVersion = 1;
const mark = "consentRefused";
let isRefusedHere = false;

/**
 * The visitor's decision. Consent is stored in the browser. A refusal is only kept in the page and this tab's history
 * entries: a reload does not ask again, but the next visit does.
 */
export function consentState(): ConsentState {
  if (!siteConfig().tracking.consentRequired) return "not_required";
  if (isRefusedHere) return "refused";
  // A refusal removes the stored consent: a marked history entry with a stored consent is older than the consent.
  if (kept(key) === "granted" && keptAnswers()) return "granted";
  return window.history.state?.[mark] === true ? "refused" : "unknown";
}

function kept(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The stored answers, if they are to the present questions. */
function keptAnswers(): AdConsent | undefined {
  try {
    const answers = JSON.parse(kept(answersKey) ?? "null") as AdConsent | null;
    return answers?.version === questionsVersion ? answers : undefined;
  } catch {
    return undefined;
  }
}

/** The visitor's answers about ads; undefined without consent and where the company does not ask. */
export function adConsent(): AdConsent | undefined {
  return consentState() === "granted" ? keptAnswers() : undefined;
}

/**
 * The random key of the given consent: it identifies data stored under it, so that it can be deleted. Null without
 * consent, where the company does not ask, and where nothing can be stored.
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

/** Applies the visitor's decision to browser storage. Call it before anything is stored, and after each decision. */
export function applyConsent(): void {
  // Refused on the same page in another language before the switch.
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

/** Calls back when the visitor wants to decide again. Returns an unsubscribe function. */
export function onAskedAgain(callback: () => void): () => void {
  decided.addEventListener("asked", callback);
  return () => decided.removeEventListener("asked", callback);
}

/** `answers` belong to a granted consent. */
export function decideConsent(decision: "granted" | "refused", answers?: AdAnswers): void {
  isRefusedHere = decision === "refused";
  if (!isRefusedHere) {
    const dated = { ...answers, version: questionsVersion, answeredAt: new Date().toISOString() };
    try {
      window.localStorage.setItem(answersKey, JSON.stringify(dated));
      window.localStorage.setItem(key, decision);
    } catch {
      // Without storage, the next page load asks again.
    }
  }
  applyConsent();
  markRefusal();
  decided.dispatchEvent(new Event("decided"));
}

/** Calls back when the visitor has decided. Returns an unsubscribe function. */
export function onConsentDecided(callback: () => void): () => void {
  decided.addEventListener("decided", callback);
  return () => decided.removeEventListener("decided", callback);
}

/** Marks this entry of the tab's history as refused. Call it on each page. */
export function markRefusal(): void {
  if (isRefusedHere) window.history.replaceState({ ...window.history.state, [mark]: true }, "");
}

/** Whether anything may be stored in this browser. */
export function mayStore(): boolean {
  const state = consentState();
  return state === "granted" || state === "not_required";
}

export const visitKey = "visit";

/** The random id of this tab's visit, for statistics only; none before its first step, and none after a refusal. */
export function visitId(): string | undefined {
  if (consentState() === "refused") return undefined;
  return readJson<{ id: string }>(sessionStore, visitKey)?.id;
}
