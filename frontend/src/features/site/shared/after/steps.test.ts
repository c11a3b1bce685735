import { beforeAll, expect, it } from "vitest";
import { provideSiteConfig, type SiteConfig } from "@/lib/site-config";
import { testPlace, testSite, testTenant } from "@/testing/site";
import { hoursOn } from "./places";
import { nextSteps } from "./steps";

const booking = {
  status: "pending" as const,
  confirmBy: "2026-06-11T09:00:00Z",
  pickupAt: "2026-07-01T05:00:00Z",
  returnAt: "2026-07-08T05:00:00Z",
  pickupPlace: "Tbilisi",
  returnPlace: "Batumi",
  car: "Subaru Forester",
  due: 485,
  currency: "EUR",
};

beforeAll(() => {
  const site = { ...testSite(), tenant: testTenant } as SiteConfig;
  const terms = { ...site.rental.terms, pickupDocuments: "Show both passports" };
  provideSiteConfig({ ...site, rental: { ...site.rental, terms } });
});

it("says by when an unconfirmed booking is confirmed, on the company's clocks", () => {
  const [first, ...rest] = nextSteps(booking);
  expect(first).toMatchObject({ kind: "confirm", isDone: false });
  expect(first?.text).toContain("13:00");
  expect(rest.map(({ kind, isDone }) => [kind, isDone])).toEqual([
    ["documents", false],
    ["pickup", false],
    ["pay", false],
    ["return", false],
  ]);
});

it("says what is to be paid until nothing is left, and what a cancellation comes to", () => {
  const paying = (due: number) => nextSteps({ ...booking, due }).find(({ kind }) => kind === "pay")?.text;
  expect(paying(485)).toContain("Pay €485");
  expect(paying(0)).toBeUndefined();
  const over = (due: number) => nextSteps({ ...booking, status: "cancelled", due })[0]?.text;
  expect(over(0)).toContain("No action needed");
  expect(over(55)).toContain("€55 is still to be paid");
  expect(over(-45)).toContain("You get €45 back");
});

it("names the documents as the company does, until the car is picked up", () => {
  const shown = (status: "confirmed" | "active") =>
    nextSteps({ ...booking, status }).find(({ kind }) => kind === "documents");
  expect(shown("confirmed")?.lines?.map(({ text }) => text)).toContain("Show both passports");
  expect(shown("active")?.lines).toBeUndefined();
});

it("marks what is done", () => {
  expect(nextSteps({ ...booking, status: "confirmed", due: 0 }).map(({ isDone }) => isDone)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(nextSteps({ ...booking, status: "completed", due: 0 }).every(({ isDone }) => isDone)).toBe(true);
  expect(nextSteps({ ...booking, status: "cancelled" }).map(({ kind }) => kind)).toEqual(["over"]);
});

it("knows a place's hours by the weekday", () => {
  const place = testPlace("tbilisi", "Tbilisi");
  const weekdays = { ...place, openingHours: [{ weekday: 1, opens: "09:00", closes: "18:00" }] };
  expect(hoursOn({ ...place, openingHours: [] }, "2026-06-08")).toBe("");
  expect(hoursOn(weekdays, "2026-06-08")).toBe("09:00–18:00");
  expect(hoursOn(weekdays, "2026-06-07")).toBeNull();
});
