import { api } from "@/lib/api";
import { consentId, consentState, mayStore } from "@/lib/consent";
import { siteConfig } from "@/lib/site-config";
import { localStore } from "@/lib/storage";
import { isRestored, restoredMark } from "@/lib/visitors-query";
import { currentQuizSessionId } from "../quiz-session";
import { storeClickIds, storedClickIds } from "./click-store";
import { deviceFingerprint } from "./fingerprint";
import { type ClickIds, clickIdsIn, withClickIds } from "./rules";

const frameMilliseconds = 5000;
let started = false;

/** Starts click tracking, once a page load. Failures are logged only: they never disturb a visitor. */
export function startClickTracking(): void {
  if (started) return;
  started = true;
  whenSeen(() => run(false));
}

/** After a consent decision: tracks this page's click again with the decision, without a second visit. */
export function restartClickTracking(): void {
  started = true;
  whenSeen(() => run(true));
}

/** A page drawn ahead of a visit is none yet. */
function whenSeen(action: () => void): void {
  const isAhead = (document as Document & { prerendering?: boolean }).prerendering === true;
  if (isAhead) document.addEventListener("prerenderingchange", action, { once: true });
  else action();
}

function run(isRepeat: boolean): void {
  track(isRepeat).catch((error: unknown) => console.warn("click tracking", error));
}

async function track(isRepeat: boolean): Promise<void> {
  const sourceUrl = window.location.href;
  // Without consent nothing is sent that would identify the visitor.
  if (!mayStore()) {
    await save({ sourceUrl: sourceUrl.replace(/[?#].*$/s, ""), isRestored: isRestored(), isRepeat });
    return;
  }
  const inUrl = clickIdsIn(window.location.search);
  if (Object.keys(inUrl).length > 0) {
    storeClickIds(inUrl);
    syncSisterDomains(inUrl);
    await save({ ...inUrl, sourceUrl, isRestored: isRestored(), isRepeat });
    return;
  }
  // Only what this browser keeps. An id that another visit has in common by its network or its kind of device may be
  // someone else's: the server attributes by those, and no visitor's address bar or storage gets one.
  const found = storedClickIds();
  const isFound = Object.keys(found).length > 0;
  if (isFound) {
    restoreToUrl(found);
    storeClickIds(found);
  }
  await save({ ...found, sourceUrl, isRestored: isFound, isRepeat });
}

interface PageLoad extends ClickIds {
  /** The address as the visitor brought it. */
  sourceUrl: string;
  /** The click ids were found again by us: this visit was not paid for. */
  isRestored: boolean;
  /** The visit itself was reported already. */
  isRepeat: boolean;
}

async function save({ sourceUrl, ...load }: PageLoad): Promise<void> {
  await api.POST("/api/gclid/save", {
    body: {
      ...load,
      ...optional("deviceFingerprint", deviceFingerprint()),
      domain: window.location.hostname,
      sourceUrl: sourceUrl.slice(0, 2000),
      referrer: mayStore() ? document.referrer.slice(0, 2000) : "",
      userAgent: navigator.userAgent.slice(0, 500),
      screenResolution: `${screen.width}x${screen.height}`,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: navigator.language,
      platform: navigator.platform,
      ...optional("sessionId", currentQuizSessionId()),
      browserStorageSupport: {
        localStorage: canStore(),
        cookies: navigator.cookieEnabled,
      },
      crossDomainCapable: siteConfig().tracking.clickIdDomains.length > 0,
      trackingMethod: "multi-layer-robust",
      consentState: consentState(),
      ...optional("consentId", consentId()),
    },
  });
}

function canStore(): boolean {
  const worked = localStore.set("abano_probe", "1");
  localStore.remove("abano_probe");
  return worked;
}

function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>);
}

/** Offers the click id to sister domains through hidden frames, which are gone after five seconds. */
function syncSisterDomains(ids: ClickIds): void {
  for (const domain of siteConfig().tracking.clickIdDomains) {
    if (domain === window.location.hostname || domain === window.location.host) continue;
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.setAttribute("aria-hidden", "true");
    frame.src = `${window.location.protocol}//${domain}/click-sync${withClickIds("", ids)}`;
    document.body.append(frame);
    window.setTimeout(() => frame.remove(), frameMilliseconds);
  }
}

/** The click ids a booking is made with: from the address, else from storage (the booking page's own rule). */
export function bookingClickIds(search = window.location.search): ClickIds {
  if (consentState() === "refused") return {};
  const inUrl = clickIdsIn(search);
  if (Object.keys(inUrl).length > 0) {
    if (mayStore()) storeClickIds(inUrl);
    return inUrl;
  }
  return mayStore() ? storedClickIds() : {};
}

/** Puts click ids that were found again into the address, and remembers with this page that they came from us. */
function restoreToUrl(ids: ClickIds): void {
  const { pathname, search, hash } = window.location;
  window.history.replaceState(
    { ...window.history.state, [restoredMark]: true },
    "",
    pathname + withClickIds(search, ids) + hash,
  );
}
