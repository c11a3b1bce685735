import { beforeAll, expect, it } from "vitest";
import { provideSiteConfig, type SiteConfig } from "@/lib/site-config";
import { testSite, testTenant } from "@/testing/site";
import type { OwnBooking } from "../api";
import { isChanged, rentalOf, returnAt } from "./rental";

const booking = {
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  pickupAt: "2026-07-01T05:00:00Z",
  returnAt: "2026-07-08T19:30:00Z",
  insuranceCode: "minimum",
  serviceCodes: ["babySeat", "roadAssistance"],
} as OwnBooking;

beforeAll(() => provideSiteConfig({ ...testSite(), tenant: testTenant } as SiteConfig));

it("begins with what was booked, on the company's clocks", () => {
  expect(rentalOf(booking)).toMatchObject({
    pickupDate: "2026-07-01",
    pickupTime: "09:00",
    returnDate: "2026-07-08",
    returnTime: "23:30",
  });
});

it("takes the last free moment of a car as a return, on the company's clocks", () => {
  const kept = { ...rentalOf(booking), ...returnAt("2026-07-09T21:15:00Z") };
  expect(kept).toMatchObject({ pickupDate: "2026-07-01", returnDate: "2026-07-10", returnTime: "01:15" });
});

it("sees a change, and none in the order of services", () => {
  const before = rentalOf(booking);
  expect(isChanged(before, { ...before, services: ["roadAssistance", "babySeat"] })).toBe(false);
  expect(isChanged(before, { ...before, returnTime: "22:00" })).toBe(true);
});
