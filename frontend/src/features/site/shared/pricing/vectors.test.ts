import { describe, expect, it } from "vitest";
import { startedDays } from "@/lib/dates";
import { clean, fold } from "@/lib/names";
import { platformJson } from "@/testing/seeds";
import { searchPrice } from "./price-cache";
import { showcasePrice } from "./rules";
import { estimateDays, wholePrice } from "./whole-price";

type Book = Parameters<typeof wholePrice>[0];

interface Vectors {
  catalog: Pick<Book, "deliveryFees" | "insurance" | "services">;
  published: {
    unknownCarRates: Book["rental"]["unknownCarRates"];
    cars: Omit<Book["cars"][number], "seasonRates">[];
  };
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
  byDay: {
    seasons: Book["seasons"];
    seasonRates: Record<string, Book["cars"][number]["seasonRates"]>;
    unknownCarSeasonRates: Book["rental"]["unknownCarSeasonRates"];
    locations: Book["locations"];
    cases: {
      name: string;
      carType: string;
      pickup: string;
      dropoff: string;
      bookedOn: string;
      weekend: Book["priceRules"]["weekend"];
      lastMinute: Book["priceRules"]["lastMinute"];
      pickupLocation: string;
      dropoffLocation: string;
      pickupPlace: string;
      dropoffPlace: string;
      insuranceType: string | null;
      promoPercent: number;
      expected: { lines: [string, number, number][]; totalPrice: number; dailyRate: number };
    }[];
  };
  days: { pickup: string; dropoff: string; rentalDays: number; estimateDays: number }[];
}

// The same cases that the server's rules run.
const vectors = platformJson<Vectors>("tests/test_catalog_pricing/price_vectors.json");
const { cars, unknownCarRates } = vectors.published;
const book: Book = {
  ...vectors.catalog,
  cars: cars.map((car) => ({ ...car, seasonRates: {} })),
  rental: { unknownCarRates, unknownCarSeasonRates: {} },
  locations: [],
  seasons: [],
  priceRules: { weekend: null, lastMinute: null },
};

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

  it.each(vectors.byDay.cases.map((item) => [item.name, item] as const))("by day: %s", (_, given) => {
    const { byDay } = vectors;
    const { pickup, dropoff, bookedOn, weekend, lastMinute, expected } = given;
    const seasonal: Book = {
      ...book,
      cars: cars.map((car) => ({ ...car, seasonRates: byDay.seasonRates[car.name] ?? {} })),
      rental: { unknownCarRates, unknownCarSeasonRates: byDay.unknownCarSeasonRates },
      locations: byDay.locations,
      seasons: byDay.seasons,
      priceRules: { weekend, lastMinute },
    };
    const days = startedDays(`${pickup}:00`, `${dropoff}:00`);
    const whole = wholePrice(seasonal, {
      ...given,
      days,
      times: { pickup, dropoff, bookedOn },
      services: [],
    });
    const { carType, pickupLocation, dropoffLocation } = given;
    expect(whole.lines.map((line) => [line.code, line.quantity, line.unitPrice])).toEqual(expected.lines);
    expect(whole.totalPrice).toBe(expected.totalPrice);
    const beginning = { pickupDate: pickup.slice(0, 10), bookedOn };
    const shown = showcasePrice(seasonal, carType, days, pickupLocation, dropoffLocation, beginning);
    expect(shown.dailyRate).toBe(expected.dailyRate);
    const ofCar = expected.lines.filter(([code]) => /^car([:/]|$)/.test(code));
    expect(shown.baseTotal).toBe(ofCar.reduce((sum, [, count, unit]) => sum + count * unit, 0));
    expect(shown.dailyRates).toEqual([
      Math.min(...ofCar.map(([, , unit]) => unit)),
      Math.max(...ofCar.map(([, , unit]) => unit)),
    ]);
  });

  // One total everywhere: what a search shows first is what the wizard begins with.
  it.each(
    vectors.byDay.cases.flatMap((item) =>
      vectors.catalog.insurance.map(({ code }) => [item.name, code, item] as const),
    ),
  )("first total: %s, preselected %s", (_, preselected, given) => {
    const { byDay } = vectors;
    const { carType, pickup, dropoff, bookedOn, weekend, lastMinute } = given;
    const seasonal = {
      ...book,
      cars: cars.map((car) => ({ ...car, seasonRates: byDay.seasonRates[car.name] ?? {} })),
      rental: { unknownCarRates, unknownCarSeasonRates: byDay.unknownCarSeasonRates },
      insurance: book.insurance.map((option) => ({ ...option, preselected: option.code === preselected })),
      locations: byDay.locations,
      seasons: byDay.seasons,
      priceRules: { weekend, lastMinute },
    };
    const [pickupDate = "", pickupTime = ""] = pickup.split("T");
    const [returnDate = "", returnTime = ""] = dropoff.split("T");
    const days = startedDays(`${pickup}:00`, `${dropoff}:00`);
    const search = { ...given, days, pickupDate, pickupTime, returnDate, returnTime };
    const whole = wholePrice(seasonal, {
      ...search,
      times: { pickup, dropoff, bookedOn },
      services: [],
      // No place that costs something is chosen for a visitor.
      pickupPlace: "",
      dropoffPlace: "",
      promoPercent: 0,
      insuranceType: preselected,
    });
    expect(searchPrice(seasonal, carType, search, bookedOn).totalPrice).toBe(whole.totalPrice);
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

it("a young driver costs each day: the same figures as in the server's test", () => {
  const choice = {
    carType: "Subaru Forester",
    days: 7,
    pickupLocation: "",
    dropoffLocation: "",
    services: [],
  };
  const whole = wholePrice(book, { ...choice, insuranceType: null, promoPercent: 10, youngDriverFee: 10 });
  expect(whole.lines.map(({ code, quantity, amount }) => [code, quantity, amount])).toEqual([
    ["car", 7, 385],
    ["young-driver", 7, 70],
    ["promo", 1, -45.5],
  ]);
});

it("several of a service cost as often, and a tick is one: the same figures as in the server's test", () => {
  const seat = { code: "seat", label: "Seat", charge: "perDay", price: 3, maxPerBooking: 3 } as const;
  const map = { ...seat, code: "map", charge: "flat", maxPerBooking: 1 } as const;
  const choice = { carType: "Subaru Forester", days: 7, pickupLocation: "", dropoffLocation: "" };
  const services = ["seat", "map", "SEAT", "map"];
  const whole = wholePrice(
    { ...book, services: [seat, map] },
    { ...choice, services, insuranceType: null, promoPercent: 0 },
  );
  expect(whole.lines.map(({ code, quantity, amount }) => [code, quantity, amount])).toEqual([
    ["car", 7, 385],
    ["seat", 14, 42],
    ["map", 1, 3],
  ]);
});
