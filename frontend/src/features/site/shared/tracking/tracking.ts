import { api } from "@/lib/api";
import { adConsent, consentId, consentState, mayStore } from "@/lib/consent";
import { siteConfig } from "@/lib/site-config";
import { localStore } from "@/lib/storage";
import { isPreview, isRestored, restoredMark } from "@/lib/visitors-query";
import { currentQuizSessionId } from "../quiz-session";
import { storeClickIds, storedClickIds } from "./click-store";
import { deviceFingerprint } from "./fingerprint";
import { type ClickIds, clickIdsIn, withClickIds } from "./rules";

const frameMilliseconds = 5000;
let started = false;

/** Starts click tracking, once per page load. Failures are only logged: they never disturb a visitor. */
export function startClickTracking(): void {
  if (started) return;
  started = true;
  whenSeen(() => run(false));
}

/** After a consent decision: sends this page's click again with the decision, without counting a second visit. */
export function restartClickTracking(): void {
  started = true;
  whenSeen(() => run(true));
}

/** A prerendered page is not a visit yet. */
function whenSeen(action: () => void): void {
  const isAhead = (document as Document & { prerendering?: boolean }).prerendering === true;
  if (isAhead) document.addEventListener("prerenderingchange", action, { once: true });
  else action();
}

function run(isRepeat: boolean): void {
  if (isPreview()) return;
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
  // Only ids of this browser. An id matched by network or device may belong to someone else: the server uses those
  // for attribution, but they never reach a visitor's URL or storage.
  const found = storedClickIds();
  const isFound = Object.keys(found).length > 0;
  if (isFound) {
    restoreToUrl(found);
    storeClickIds(found);
  }
  await save({ ...found, sourceUrl, isRestored: isFound, isRepeat });
}

interface PageLoad extends ClickIds {
  /** The URL as the visitor opened it. */
  sourceUrl: string;
  /** The click ids were restored by us: this visit was not paid for. */
  isRestored: boolean;
  /** The visit was already reported. */
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
      ...optional("adConsent", adConsent()),
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

/** Offers the click id to sister domains through hidden frames, which are removed after five seconds. */
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

/** The click ids of a booking: from the URL, else from storage (the booking page's rule). */
export function bookingClickIds(search = window.location.search): ClickIds {
  if (consentState() === "refused") return {};
  const inUrl = clickIdsIn(search);
  if (Object.keys(inUrl).length > 0) {
    if (mayStore()) storeClickIds(inUrl);
    return inUrl;
  }
  return mayStore() ? storedClickIds() : {};
}

/** Adds restored click ids to the URL, and marks them as restored in this page's history entry. */
function restoreToUrl(ids: ClickIds): void {
  const { pathname, search, hash } = window.location;
  window.history.replaceState(
    { ...window.history.state, [restoredMark]: true },
    "",
    pathname + withClickIds(search, ids) + hash,
  );
}
