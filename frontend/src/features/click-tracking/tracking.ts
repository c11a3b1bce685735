import { currentQuizSessionId } from "@/features/quiz/session-id";
import { api } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";
import { localStore } from "@/lib/storage";
import { storeClickIds, storedClickIds } from "./click-store";
import { consentState, mayStore } from "./consent";
import { deviceFingerprint } from "./fingerprint";
import { type ClickIds, clickIdsIn, isClickId, withClickIds } from "./rules";

const frameMilliseconds = 5000;
let started = false;

/** Starts click tracking, once a page load. Failures are logged only: they never disturb a visitor. */
export function startClickTracking(): void {
  if (started) return;
  started = true;
  track().catch((error: unknown) => console.warn("click tracking", error));
}

/** Tracks this page anew: the visitor has just agreed to it. */
export function restartClickTracking(): void {
  started = false;
  startClickTracking();
}

async function track(): Promise<void> {
  const inAddress = clickIdsIn(window.location.search);
  if (Object.keys(inAddress).length > 0) {
    if (mayStore()) {
      storeClickIds(inAddress);
      syncSisterDomains(inAddress);
    }
    await save(inAddress);
    return;
  }
  const found = mayStore() ? await lookUp() : {};
  if (Object.keys(found).length > 0) {
    restore(found);
    storeClickIds(found);
  }
  await save(found);
}

/** The latest click id by address, then cross-domain storage, then device fingerprint. */
async function lookUp(): Promise<ClickIds> {
  const ipAddress = await ownAddress();
  if (ipAddress !== "unknown") {
    const gclid = await latest({ ipAddress });
    if (gclid) return { gclid };
  }
  const stored = storedClickIds();
  if (Object.keys(stored).length > 0) return stored;
  const fingerprint = deviceFingerprint();
  const gclid = fingerprint ? await latest({ deviceFingerprint: fingerprint }) : undefined;
  return gclid ? { gclid } : {};
}

async function latest(query: {
  ipAddress?: string;
  deviceFingerprint?: string;
}): Promise<string | undefined> {
  const { data } = await api.GET("/api/gclid/latest", { params: { query } });
  return isClickId(data?.gclid) ? data.gclid : undefined;
}

async function ownAddress(): Promise<string> {
  try {
    const { data } = await api.GET("/api/ip/detect");
    if (data && data.ip !== "unknown") return data.ip;
  } catch (error) {
    console.warn("address lookup", error);
  }
  for (const service of siteConfig().tracking.ipServices) {
    try {
      const body = (await (await fetch(service)).json()) as { ip?: string };
      if (body.ip) return body.ip;
    } catch (error) {
      console.warn("outside address lookup", error);
    }
  }
  return "unknown";
}

function restore(ids: ClickIds): void {
  const search = withClickIds(window.location.search, ids);
  window.history.replaceState(
    window.history.state,
    "",
    window.location.pathname + search + window.location.hash,
  );
}

async function save(ids: ClickIds): Promise<void> {
  await api.POST("/api/gclid/save", {
    body: {
      ...ids,
      ...optional("deviceFingerprint", deviceFingerprint()),
      domain: window.location.hostname,
      sourceUrl: window.location.href.slice(0, 2000),
      referrer: document.referrer.slice(0, 2000),
      userAgent: navigator.userAgent.slice(0, 500),
      screenResolution: `${screen.width}x${screen.height}`,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: navigator.language,
      platform: navigator.platform,
      ...optional("sessionId", currentQuizSessionId()),
      browserStorageSupport: {
        localStorage: localStore.set("abano_probe", "1"),
        cookies: navigator.cookieEnabled,
      },
      crossDomainCapable: siteConfig().tracking.clickIdDomains.length > 0,
      trackingMethod: "multi-layer-robust",
      consentState: consentState(),
    },
  });
}

function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>);
}

/** Offers the click id to sister domains through hidden frames, which are gone after five seconds. */
function syncSisterDomains(ids: ClickIds): void {
  for (const domain of siteConfig().tracking.clickIdDomains) {
    if (domain === window.location.hostname) continue;
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "Click id";
    frame.setAttribute("aria-hidden", "true");
    frame.src = `${window.location.protocol}//${domain}/click-sync${withClickIds("", ids)}`;
    document.body.append(frame);
    window.setTimeout(() => frame.remove(), frameMilliseconds);
  }
}

/** The click ids a booking is made with: from the address, else from storage (the booking page's own rule). */
export function bookingClickIds(search = window.location.search): ClickIds {
  const inAddress = clickIdsIn(search);
  if (Object.keys(inAddress).length > 0) {
    if (mayStore()) storeClickIds(inAddress);
    return inAddress;
  }
  return mayStore() ? storedClickIds() : {};
}
