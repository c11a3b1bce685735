import { consentState, mayStore } from "@/lib/consent";
import { localStore, readJson, sessionStore } from "@/lib/storage";
import { visitKey } from "@/lib/visit";
import { clickIdNames, isRestored } from "@/lib/visitors-query";

/**
 * The steps of this tab's visit, sent to the server for statistics, once each. Offline they are queued, and dropped
 * with the tab; failures never disturb a visitor. The id is random and does not identify a person; it stays in this
 * page's memory where storage is not allowed.
 */
export type JourneyStep =
  | "landing" | "quiz_intro" | "quiz_start" | "search" | "car" | "wizard_1" | "wizard_2" | "wizard_3"
  | "press_phone" | "press_whatsapp" | "press_email" | "form_trip_first" | "form_contact_first"; // biome-ignore format: a list

interface Waiting {
  step: JourneyStep;
  at: number;
  sessionId?: string | undefined;
}

interface Visit {
  id: string;
  landing: Record<string, string | boolean>;
  sent: JourneyStep[];
  waiting: Waiting[];
}

/** Marks a returning browser: written only with consent. */
const beforeKey = "visit_before";
const path = "/api/journey";
const pauseMilliseconds = 1500;
let timer: number | undefined;
let isHeard = false;

const load = () => readJson<Visit>(sessionStore, visitKey);
const keep = (visit: Visit) => sessionStore.set(visitKey, JSON.stringify(visit));

function begin(page: string): Visit {
  const query = new URLSearchParams(window.location.search);
  const ids = clickIdNames.map((name) => query.get(name)?.trim()).filter(Boolean) as string[];
  const landing: Visit["landing"] = {
    page,
    language: document.documentElement.lang,
    hasClickId: ids.length > 0 && !isRestored(),
  };
  for (const [field, name] of [
    ["utmSource", "utm_source"],
    ["utmMedium", "utm_medium"],
    ["utmCampaign", "utm_campaign"],
    ["utmTerm", "utm_term"],
    ["utmContent", "utm_content"],
  ] as const) {
    const value = query.get(name)?.slice(0, 200);
    if (value && !ids.some((id) => value.includes(id))) landing[field] = value;
  }
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  if (mayStore()) {
    landing.isReturning = localStore.get(beforeKey) !== null;
    localStore.set(beforeKey, "1");
  }
  return { id, landing, sent: [], waiting: [{ step: "landing", at: Date.now() }] };
}

/** Records that the visit reached a step on the page of this name; the first step is the landing. */
export function reach(step: JourneyStep, page: string, sessionId?: string): void {
  if (consentState() === "refused") return;
  const visit = load() ?? begin(page);
  const isKnown = visit.sent.includes(step) || visit.waiting.some((one) => one.step === step);
  if (!isKnown) visit.waiting.push({ step, at: Date.now(), sessionId });
  keep(visit);
  if (visit.waiting.length === 0) return;
  if (!isHeard) {
    isHeard = true;
    window.addEventListener("online", sendSteps);
    document.addEventListener("visibilitychange", tellOnLeave);
  }
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void sendSteps(), pauseMilliseconds);
}

function body(visit: Visit): string {
  const now = Date.now();
  const steps = visit.waiting.map(({ step, at, sessionId }) => ({
    step,
    millisecondsAgo: Math.max(0, now - at),
    sessionId,
  }));
  return JSON.stringify({ visitId: visit.id, steps, ...visit.landing, consentState: consentState() });
}

/** Sends queued steps. Failed ones are retried with the next step or when the network returns. */
export async function sendSteps(): Promise<void> {
  const visit = load();
  if (!visit || visit.waiting.length === 0 || consentState() === "refused") return;
  try {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", keepalive: true, headers, body: body(visit) });
    // An unread response body keeps its connection open.
    answer.text().catch(() => "");
    // A permanent refusal counts as sent: it would be refused again.
    if (!answer.ok && (answer.status === 429 || answer.status >= 500)) return;
  } catch {
    return;
  }
  const sent = visit.waiting.map(({ step }) => step);
  const now = load();
  if (now?.id !== visit.id) return;
  keep({
    ...now,
    sent: [...now.sent, ...sent],
    waiting: now.waiting.filter(({ step }) => !sent.includes(step)),
  });
}

/** The page may be closing: the browser sends the queue afterwards. Duplicates are harmless. */
function tellOnLeave(): void {
  if (document.visibilityState !== "hidden") return;
  const visit = load();
  if (!visit || visit.waiting.length === 0 || consentState() === "refused") return;
  navigator.sendBeacon?.(path, new Blob([body(visit)], { type: "text/plain" }));
}
