import { afterEach, expect, it, vi } from "vitest";
import { forgetHold, keepHold } from "@/features/site/shared/availability/own-hold";
import type { SiteConfig } from "@/lib/site-config";
import { testSite, testTenant } from "@/testing/site";
import { submitBooking } from "./api";
import type { Draft } from "./draft";

const site = {
  locations: [],
  ...testSite(),
  tenant: testTenant,
  insurance: [],
  displayCurrencies: [],
  tracking: { clickIdDomains: [], consentRequired: false },
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const draft = {
  personal: {
    firstName: "Ada",
    lastName: "Lovelace",
    customerEmail: "ada@example.com",
    customerPhone: "+995 555123456",
    driverAge: "36",
    groupSize: "2",
  },
  details: {
    carType: "Subaru Forester",
    pickupDate: "2031-07-01",
    pickupTime: "09:00",
    returnDate: "2031-07-08",
    returnTime: "09:00",
  },
  services: [],
  promoCode: "",
} as unknown as Draft;

it("sends a retry as it sent the first try, whatever has become of the hold, and then forgets it", async () => {
  const sent: [string | null, Record<string, unknown>][] = [];
  let isBroken = true;
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push([request.headers.get("Idempotency-Key"), await request.json()]);
    if (isBroken) throw new TypeError("Failed to fetch");
    return Response.json({ reference: "K7M-4QXD" }, { status: 201 });
  });
  keepHold("mine", "trip");
  await expect(submitBooking(draft)).rejects.toThrow("Failed to fetch");
  forgetHold();
  keepHold("another", "trip");
  isBroken = false;
  await submitBooking(draft);
  expect(sent[0]?.[1].hold).toBe("mine");
  expect(sent[1]).toEqual(sent[0]);
  // A new booking is sent with the current hold.
  await submitBooking(draft);
  expect(sent[2]?.[0]).not.toBe(sent[0]?.[0]);
  expect(sent[2]?.[1].hold).toBe("another");
});

it("sends a draft that was read again as the same booking, whatever the order of its fields", async () => {
  const sent: [string | null, string][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push([request.headers.get("Idempotency-Key"), await request.text()]);
    throw new TypeError("Failed to fetch");
  });
  const turned = Object.fromEntries(Object.entries(draft.details).reverse()) as Draft["details"];
  await expect(submitBooking(draft)).rejects.toThrow("Failed to fetch");
  await expect(submitBooking({ ...draft, details: turned })).rejects.toThrow("Failed to fetch");
  expect(sent[1]).toEqual(sent[0]);
});
