import { beforeEach, expect, it, vi } from "vitest";
import { localStore } from "@/lib/storage";
import { applyConsent, consentState, decideConsent } from "./consent";

const tracking = vi.hoisted(() => ({ consentRequired: true }));
vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tracking }) }));

beforeEach(() => {
  localStorage.clear();
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

it("stores nothing but the decision when consent is refused", () => {
  decideConsent("refused");
  localStore.set("gclid", "abc");
  expect(Object.keys(localStorage)).toEqual(["abano_consent"]);
});

it("stores at once where the company does not ask", () => {
  tracking.consentRequired = false;
  applyConsent();
  localStore.set("a", "1");
  expect(localStorage.getItem("a")).toBe("1");
});
