import { beforeEach, expect, it, vi } from "vitest";
import { localStore } from "@/lib/storage";
import { adConsent, applyConsent, consentId, consentState, decideConsent } from "./consent";

const tracking = vi.hoisted(() => ({ consentRequired: true }));
vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tracking }) }));

beforeEach(() => {
  decideConsent("granted");
  localStorage.clear();
  window.history.replaceState(null, "");
  tracking.consentRequired = true;
  applyConsent();
});

it("stores nothing before consent, keeps it for this page, and stores it once consent is given", () => {
  localStore.set("quiz_progress", "1");
  expect(localStore.get("quiz_progress")).toBe("1");
  expect(localStorage).toHaveLength(0);
  decideConsent("granted");
  expect(localStorage.getItem("quiz_progress")).toBe("1");
  expect(consentState()).toBe("granted");
});

it("stores nothing when consent is refused, and asks again on the next visit only", () => {
  decideConsent("refused");
  localStore.set("gclid", "abc");
  expect(localStorage).toHaveLength(0);
  expect(window.history.state).toEqual({ consentRefused: true });
  expect(consentState()).toBe("refused");
});

it("takes back what was stored before the refusal, and goes on with it in memory", () => {
  decideConsent("granted");
  localStore.set("quiz_outbox", "[1]");
  localStore.set("admin_theme", "dark");
  decideConsent("refused");
  expect(Object.keys(localStorage)).toEqual(["admin_theme"]);
  expect(localStore.get("quiz_outbox")).toBe("[1]");
});

it("stores at once where the company does not ask", () => {
  tracking.consentRequired = false;
  applyConsent();
  localStore.set("a", "1");
  expect(localStorage.getItem("a")).toBe("1");
});

it("gives each consent its own key, which ends with it", () => {
  decideConsent("granted");
  const first = consentId();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(consentId()).toBe(first);
  decideConsent("refused");
  expect(consentId()).toBeUndefined();
  decideConsent("granted");
  expect(consentState()).toBe("granted");
  expect(consentId()).toMatch(/^[0-9a-f]{32}$/);
  tracking.consentRequired = false;
  expect(consentId()).toBeUndefined();
});

it("lets a visitor agree after a refusal of this visit, and refuse again", () => {
  decideConsent("refused");
  decideConsent("granted");
  expect(consentState()).toBe("granted");
  expect(localStorage.getItem("abano_consent")).toBe("granted");
  decideConsent("refused");
  expect(consentState()).toBe("refused");
  expect(localStorage).toHaveLength(0);
});

it("keeps the answers about ads with their date and version, and only with the consent", () => {
  decideConsent("granted", { adUserData: true, adPersonalization: false });
  expect(adConsent()).toMatchObject({ adUserData: true, adPersonalization: false, version: 1 });
  expect(Date.parse(adConsent()?.answeredAt ?? "")).toBeCloseTo(Date.now(), -4);
  tracking.consentRequired = false;
  expect(adConsent()).toBeUndefined();
  tracking.consentRequired = true;
  decideConsent("refused");
  expect(adConsent()).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

it("asks again when the questions have changed or the answers cannot be read", () => {
  for (const kept of ['{"version":0,"adUserData":true}', "{", null]) {
    decideConsent("granted");
    if (kept === null) localStorage.removeItem("abano_ad_answers");
    else localStorage.setItem("abano_ad_answers", kept);
    expect([consentState(), adConsent()]).toEqual(["unknown", undefined]);
  }
});
