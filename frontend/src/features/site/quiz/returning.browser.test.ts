import { beforeEach, expect, it, vi } from "vitest";
import { applyConsent, decideConsent } from "@/lib/consent";
import { isReturning } from "./returning";

const tracking = vi.hoisted(() => ({ consentRequired: false }));
vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tracking }) }));

beforeEach(() => {
  decideConsent("granted");
  localStorage.clear();
  window.history.replaceState(null, "");
  tracking.consentRequired = false;
  applyConsent();
});

it("distinguishes a second session from a repeated first one", () => {
  expect(isReturning("quiz_1")).toBe(false);
  expect(isReturning("quiz_1")).toBe(false);
  expect(isReturning("quiz_2")).toBe(true);
  expect(isReturning("quiz_2")).toBe(true);
});

it("says and keeps nothing without consent", () => {
  isReturning("quiz_1");
  tracking.consentRequired = true;
  decideConsent("refused");
  applyConsent();
  expect(isReturning("quiz_2")).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});
