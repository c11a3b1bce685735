import { describe, expect, it } from "vitest";
import { startedDays } from "@/lib/dates";
import { clean, fold } from "@/lib/names";
import { platformJson } from "@/testing/seeds";
import { estimateDays, showcasePrice } from "./rules";
import { wholePrice } from "./whole-price";

type Book = Parameters<typeof wholePrice>[0];

interface Vectors {
  catalog: Pick<Book, "deliveryFees" | "insurance" | "services">;
  published: { unknownCarRates: Book["rental"]["unknownCarRates"]; cars: Book["cars"] };
  cases: {
    name: string;
    input: {
      carType: string;
      days: number;
      pickupLocation: string;
      dropoffLocation: string;
      insuranceType?: string | null;
      services: string[];
      promoPercent: number;
    };
    expected: { dailyRate: number; baseTotal: number; deliveryFee: number; totalPrice: number };
  }[];
  names: { typed: string; clean: string; fold: string }[];
  days: { pickup: string; dropoff: string; rentalDays: number; estimateDays: number }[];
}

// The same cases that the server's rules run.
const vectors = platformJson<Vectors>("tests/test_pricing/price_vectors.json");
const { cars, unknownCarRates } = vectors.published;
const book: Book = { ...vectors.catalog, cars, rental: { unknownCarRates } };

describe("shared price vectors", () => {
  it.each(vectors.cases.map((item) => [item.name, item] as const))("%s", (_, { input, expected }) => {
    const price = showcasePrice(book, input.carType, input.days, input.pickupLocation, input.dropoffLocation);
    expect(price.dailyRate).toBe(expected.dailyRate);
    expect(price.baseTotal).toBe(expected.baseTotal);
    expect(price.deliveryFee).toBe(expected.deliveryFee);
    const plain = !input.insuranceType && input.services.length === 0 && input.promoPercent === 0;
    if (plain) expect(price.totalPrice).toBe(expected.totalPrice);
    const whole = wholePrice(book, { ...input, insuranceType: input.insuranceType ?? null });
    expect(whole.totalPrice).toBe(expected.totalPrice);
    const sum = whole.lines.reduce((cents, line) => cents + Math.round(line.amount * 100), 0);
    expect(sum).toBe(Math.round(expected.totalPrice * 100));
  });

  it.each(vectors.names)("name $typed", ({ typed, clean: seen, fold: compared }) => {
    expect(clean(typed)).toBe(seen);
    expect(fold(typed)).toBe(compared);
  });

  it.each(vectors.days)("$pickup to $dropoff", ({ pickup, dropoff, rentalDays, estimateDays: estimated }) => {
    const days = startedDays(`${pickup}:00`, `${dropoff}:00`);
    expect(days).toBe(rentalDays);
    expect(estimateDays(days, pickup.slice(11), dropoff.slice(11))).toBe(estimated);
  });
});
