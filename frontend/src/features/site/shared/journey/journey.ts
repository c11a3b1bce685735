import { consentState, mayStore, visitKey } from "@/lib/consent";
import { localStore, readJson, sessionStore } from "@/lib/storage";
import { clickIdNames, isPreview, isRestored } from "@/lib/visitors-query";

/**
 * The steps of this tab's visit, sent to the server for statistics, once each. Offline they are queued, and dropped
 * with the tab; failures never disturb a visitor. The id is random and does not identify a person; it stays in this
 * page's memory where storage is not allowed.
 */
export type JourneyStep =
  | "landing" | "quiz_intro" | "quiz_start" | "search" | "car" | "wizard_1" | "wizard_2" | "wizard_3"
  | "press_phone" | "press_whatsapp" | "press_email" | "form_trip_first" | "form_contact_first" | "seen" | "pressed"; // biome-ignore format: a list

/** Of a start of the quiz its session, of a page its path, of a press also the URL and the visible text. */
export interface StepDetail {
  sessionId?: string | undefined;
  page?: string;
  link?: string | undefined;
  label?: string | undefined;
}

interface Waiting extends StepDetail {
  step: JourneyStep;
  at: number;
}

interface Visit {
  id: string;
  landing: Record<string, string | boolean>;
  /** The keys of steps that arrived. */
  sent: string[];
  waiting: Waiting[];
}

/** Marks a returning browser: written only with consent. */
const beforeKey = "visit_before";
const path = "/api/journey";
const pauseMilliseconds = 1500;
/** Of pages seen and of presses each; the server stores at most 60 of both. */
const maxDetails = 30;
/** Of one request, as the server takes. */
const maxSteps = 20;
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

/** A step counts once; of pages and presses, each. */
const keyOf = ({ step, page, link, label }: StepDetail & { step: JourneyStep }) =>
  `${[step, page, link, label]}`;

function isLeftOut(visit: Visit, one: StepDetail & { step: JourneyStep }): boolean {
  const known = [...visit.sent, ...visit.waiting.map(keyOf)];
  return (
    known.includes(keyOf(one)) ||
    (one.step === "seen" && one.page === visit.landing.page) ||
    known.filter((key) => key.startsWith(one.step)).length >= maxDetails
  );
}

/** Records that the visit reached a step on the page of this name; the first step is the landing. */
export function reach(step: JourneyStep, page: string, detail: StepDetail = {}): void {
  if (consentState() === "refused" || isPreview()) return;
  const visit = load() ?? begin(page);
  if (!isLeftOut(visit, { ...detail, step })) visit.waiting.push({ ...detail, step, at: Date.now() });
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
  const steps = visit.waiting.slice(0, maxSteps).map(({ at, ...step }) => ({
    ...step,
    millisecondsAgo: Math.max(0, now - at),
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
  const sent = visit.waiting.slice(0, maxSteps).map(keyOf);
  const now = load();
  if (now?.id !== visit.id) return;
  const waiting = now.waiting.filter((one) => !sent.includes(keyOf(one)));
  keep({ ...now, sent: [...now.sent, ...sent], waiting });
  if (visit.waiting.length > maxSteps) await sendSteps();
}

/** The page may be closing: the browser sends the queue afterwards. Duplicates are harmless. */
function tellOnLeave(): void {
  if (document.visibilityState !== "hidden") return;
  const visit = load();
  if (!visit || visit.waiting.length === 0 || consentState() === "refused") return;
  navigator.sendBeacon?.(path, new Blob([body(visit)], { type: "text/plain" }));
}
