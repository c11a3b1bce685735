import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formatMoney } from "@/lib/format";
import type { SiteConfig } from "@/lib/site-config";
import { platformJson } from "@/testing/seeds";
import { excessOf, freeCancellationUntil, shortTerms, termLines, termsOfCar } from "./lines";

type Terms = SiteConfig["rental"]["terms"];
const termsOf = (company: string) =>
  platformJson<{ integrations: { rentalTerms: Terms } }>(`src/abano/ops/seeds/${company}/company.json`)
    .integrations.rentalTerms;
const options = { money: (amount: number) => formatMoney(amount, "EUR"), timezone: "Asia/Tbilisi" };
const texts = (terms: Terms, pickup?: string) =>
  termLines(terms, pickup ? { ...options, pickup } : options).map(({ text }) => text);

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-07-01T10:00:00Z") }));
afterEach(() => vi.useRealTimers());

vi.mock("@/lib/site-config", () => ({
  siteConfig: () => ({ tenant: { timezone: "Asia/Tbilisi", currency: "EUR" } }),
}));

it("show the terms that each company has set, and nothing else", () => {
  expect(texts(termsOf("georgia"))).toEqual([
    "Free cancellation until 24 hours before pickup",
    "Nothing to pay now: you pay on the first day",
    "No deposit",
    "Unlimited mileage",
    "A second driver is free",
    "Fuel: bring it back with the level you received",
    "Bring your driving licence, held for 1 year or more",
    "Late cancellation: the price of 1 day",
  ]);
  expect(texts(termsOf("alps"))).toEqual([
    "Free cancellation until 48 hours before pickup",
    "Nothing to pay now: you pay when you get the car",
    "300 km a day included",
    "A second driver is free",
    "Fuel: bring it back with the level you received",
    "Bring your driving licence, held for 2 years or more",
    "Late cancellation: the price of 1 day",
  ]);
  expect(shortTerms(termsOf("georgia"), options)).toEqual([
    "Free cancellation",
    "Nothing to pay now",
    "No deposit",
  ]);
  expect(shortTerms(termsOf("alps"), options)).toEqual(["Free cancellation", "Nothing to pay now"]);
});

it("are none where the company has set nothing", () => {
  expect([...texts({} as Terms), ...shortTerms({} as Terms, options)]).toEqual([]);
});

it("lose a line with its fact", () => {
  const whole = termsOf("georgia");
  // A late cancellation needs the hours, too; documents for the pickup are in to-bring.
  const elsewhere = ["freeCancellationHours", "identity"];
  for (const name of Object.keys(whole).filter((each) => !elsewhere.includes(each))) {
    const less = { ...whole, [name]: null };
    expect(texts(less), name).toHaveLength(texts(whole).length - 1);
  }
});

it("name the moment until which cancelling is free, on the company's clocks, and no moment that has passed", () => {
  expect(texts(termsOf("georgia"), "2026-07-03T09:00")[0]).toMatch(
    /^Free cancellation until Thu,? 2 Jul,? 09:00 GMT\+4$/,
  );
  const short = (pickup: string) => shortTerms(termsOf("georgia"), { ...options, pickup });
  expect(short("2026-07-02T14:00")).not.toContain("Free cancellation");
  expect(short("2026-07-02T14:01")).toContain("Free cancellation");
  // 14:00 in Tbilisi: from here on it is less than a day.
  expect(texts(termsOf("georgia"), "2026-07-02T14:00")[0]).toMatch(/^Nothing to pay now/);
  expect(texts(termsOf("georgia"), "2026-07-02T14:01")[0]).toMatch(/^Free cancellation until/);
});

it("name what second and young drivers cost a day", () => {
  const fees = { additionalDriverFee: 5, youngDriverUnder: 25, youngDriverFee: 12.5 } as Terms;
  expect(texts(fees)).toEqual(["Second driver: €5 a day", "Drivers under 25: €12.50 a day"]);
  expect(texts({ youngDriverFee: 12.5 } as Terms)).toEqual([]);
});

it("name a deposit in money", () => {
  expect(texts({ deposit: 300 } as Terms)).toEqual(["A deposit of €300, returned after the rental"]);
  expect(shortTerms({ deposit: 300 } as Terms, options)).toEqual([]);
});

it("name what a further kilometre, a late cancellation and a no-show cost", () => {
  const terms = { kilometresADay: 300, extraKilometre: 0.3, freeCancellationHours: 24 } as Terms;
  expect(texts({ ...terms, lateCancellationDays: 1, noShowDays: 2 })).toEqual([
    "Free cancellation until 24 hours before pickup",
    "300 km a day included, then €0.30 per km",
    "Late cancellation: the price of 1 day. No-show: the price of 2 days",
  ]);
  // Who may not cancel at all is charged nothing for it.
  expect(texts({ lateCancellationDays: 1 } as Terms)).toEqual([]);
});

it("are those of the car where it has its own", () => {
  const whole = termsOf("georgia");
  const own = termsOfCar(whole, { deposit: 500, kilometresADay: 200 });
  expect(texts(own)).toContain("A deposit of €500, returned after the rental");
  expect(texts(own)).toContain("200 km a day included");
  expect(texts(own)).not.toContain("Unlimited mileage");
  expect(shortTerms(own, options)).not.toContain("No deposit");
  expect(termsOfCar(whole, { deposit: null, kilometresADay: null })).toEqual(whole);
  expect(termsOfCar(whole, undefined)).toBe(whole);
});

it("name the car's own excess, but for insurance that leaves none", () => {
  expect(excessOf({ excess: 5000 }, { excess: 8000 })).toBe(8000);
  expect(excessOf({ excess: 5000 }, { excess: null })).toBe(5000);
  expect(excessOf({ excess: 0 }, { excess: 8000 })).toBe(0);
  expect(excessOf({ excess: null }, undefined)).toBeNull();
  expect(excessOf(undefined, { excess: 8000 })).toBeNull();
});

interface Cancellation {
  name: string;
  timezone: string;
  pickup: string;
  freeHours: number | null;
  freeUntil: string | null;
}

// The same cases that the server's rule runs.
it.each(
  platformJson<Cancellation[]>("tests/test_bookings_self_service/cancellation_vectors.json").map(
    (item) => [item.name, item] as const,
  ),
)("free cancellation: %s", (_, { timezone, pickup, freeHours, freeUntil }) => {
  const until = freeCancellationUntil(freeHours, pickup, timezone);
  expect(until && Date.parse(until)).toBe(freeUntil && Date.parse(freeUntil));
});
