import { beforeEach, expect, it, vi } from "vitest";
import type { SiteConfig } from "./site-config";

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "");
});

/** A page that has just been opened, of a company that asks for consent. */
async function page() {
  vi.resetModules();
  const { provideSiteConfig } = await import("./site-config");
  provideSiteConfig({ tracking: { consentRequired: true } } as unknown as SiteConfig);
  const consent = await import("./consent");
  const storage = await import("./storage");
  consent.applyConsent();
  return { ...consent, ...storage };
}

it("takes along what waits for consent, and keeps waiting", async () => {
  const first = await page();
  first.localStore.set("quiz_progress", "q3");
  expect(window.localStorage.getItem("quiz_progress")).toBeNull();
  first.handover();
  const second = await page();
  expect(second.localStore.get("quiz_progress")).toBe("q3");
  expect(second.consentState()).toBe("unknown");
  expect(window.sessionStorage).toHaveLength(0);
  second.decideConsent("granted");
  expect(window.localStorage.getItem("quiz_progress")).toBe("q3");
});

it("takes a refusal along with the draft, and leaves nothing behind", async () => {
  const first = await page();
  first.decideConsent("refused");
  first.formStore.set("booking_draft", "Ada");
  first.handover();
  const second = await page();
  expect(second.consentState()).toBe("refused");
  expect(second.formStore.get("booking_draft")).toBe("Ada");
  expect(window.sessionStorage).toHaveLength(0);
  const third = await page();
  expect(third.formStore.get("booking_draft")).toBeNull();
});
