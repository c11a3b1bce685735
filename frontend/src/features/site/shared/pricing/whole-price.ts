import { t } from "@lingui/core/macro";
import { findPlace, type HandoverPlace } from "@/lib/handover-places";
import { clean, fold } from "@/lib/names";
import { pickupAt, returnAt, separator } from "@/lib/price-line";
import type { SiteConfig } from "@/lib/site-config";
import { bandRate, carDays, cents, type DayBook } from "./days";
import { outOfHoursFees } from "./opening-hours";
import { deliveryFee, type PriceBook, toCents } from "./rules";

/**
 * The total price, computed in the browser: same as `price` in platform/src/abano/catalog/pricing/rules.py; both run
 * the same test vectors.
 */

interface WholePriceBook extends PriceBook {
  locations: (Pick<SiteConfig["locations"][number], "code" | "openingHours" | "outOfHoursFee"> & {
    handoverPlaces: Pick<HandoverPlace, "code" | "name" | "fee">[];
  })[];
  insurance: Pick<SiteConfig["insurance"][number], "code" | "label" | "dailyRate">[];
  services: Pick<SiteConfig["services"][number], "code" | "label" | "charge" | "price" | "maxPerBooking">[];
}

interface PriceChoice {
  carType: string;
  days: number;
  /** In the company's time zone; without them all days are ordinary. */
  times?: { pickup: string; dropoff: string; bookedOn: string } | undefined;
  pickupLocation: string;
  dropoffLocation: string;
  /** Codes of the chosen handover places, if any. */
  pickupPlace?: string | undefined;
  dropoffPlace?: string | undefined;
  insuranceType: string | null;
  services: readonly string[];
  /** The daily fee for the driver's age. */
  youngDriverFee?: number | undefined;
  /** Percent off the total, 0 without a promo code. */
  promoPercent: number;
}

/** A price line. Discounts have negative amounts. */
export interface PriceLine {
  code: string;
  label: string;
  quantity: number;
  unitPrice: number;
  amount: number;
}

/** Amounts in the company's currency; the lines add up to the total. */
export interface WholePrice {
  days: number;
  totalPrice: number;
  lines: PriceLine[];
}

const wholeInBasisPoints = 10_000;
/** Separator between the names in a car's line. */

/**
 * The price of a rental. Codes that the company does not offer cost nothing; the server rejects them with a message.
 */
export function wholePrice(book: WholePriceBook, choice: PriceChoice): WholePrice {
  const { carType, days, times } = choice;
  const lines: PriceLine[] = [];
  const add = (code: string, label: string, quantity: number, unit: number) =>
    lines.push({ code, label, quantity, unitPrice: unit / cents, amount: (unit * quantity) / cents });
  const car = book.cars.find((item) => fold(item.name) === fold(carType));
  const name = car?.name ?? clean(carType);
  const from = times && { pickupDate: times.pickup.slice(0, 10), bookedOn: times.bookedOn };
  for (const part of carDays(book, carType, days, from)) {
    add(part.code, part.season ? `${name}${separator}${part.season}` : name, part.days, part.rate);
  }
  const fee = toCents(deliveryFee(book, choice.pickupLocation, choice.dropoffLocation));
  if (fee) add("delivery", t`Delivery and collection`, 1, fee);
  for (const [prefix, location, code] of [
    [pickupAt, choice.pickupLocation, choice.pickupPlace],
    [returnAt, choice.dropoffLocation, choice.dropoffPlace],
  ] as const) {
    const place = findPlace(book.locations, location, code);
    if (place?.fee) add(`${prefix}${place.code}`, place.name, 1, toCents(place.fee));
  }
  if (times) {
    const { pickup, dropoff } = outOfHoursFees(book, choice, times);
    if (pickup) add("out-of-hours:pickup", t`Pickup out of hours`, 1, toCents(pickup));
    if (dropoff) add("out-of-hours:return", t`Return out of hours`, 1, toCents(dropoff));
  }
  if (choice.youngDriverFee) add("young-driver", t`Young driver`, days, toCents(choice.youngDriverFee));
  const cover = book.insurance.find((item) => fold(item.code) === fold(choice.insuranceType ?? ""));
  if (cover?.dailyRate) add(`insurance:${cover.code}`, cover.label, days, toCents(cover.dailyRate));
  const wanted = choice.services.map(fold);
  for (const service of book.services) {
    const named = wanted.filter((code) => code === fold(service.code)).length;
    if (named === 0) continue;
    // Extras that can be booked only once are a checkbox, whatever quantity is given.
    const count = service.maxPerBooking > 1 ? named : 1;
    add(
      service.code,
      service.label,
      service.charge === "perDay" ? count * days : count,
      toCents(service.price),
    );
  }
  const before = lines.reduce((sum, line) => sum + toCents(line.amount), 0);
  const basisPoints = toCents(choice.promoPercent);
  // The total is rounded, half-up to cents; the discount is the difference.
  const total = Math.floor(
    (before * (wholeInBasisPoints - basisPoints) + wholeInBasisPoints / 2) / wholeInBasisPoints,
  );
  if (basisPoints) add("promo", t`Promo discount`, 1, total - before);
  return { days, totalPrice: total / cents, lines };
}

/** The rate of one ordinary day. */
export function dailyRate(book: DayBook, carName: string, days: number): number {
  const car = book.cars.find((candidate) => fold(candidate.name) === fold(carName));
  return bandRate(car?.rates ?? book.rental.unknownCarRates, days);
}

/** Step 2's estimate: one day more when picked up from 13:00 on and returned before 13:00. */
export function estimateDays(days: number, pickupTime: string, returnTime: string): number {
  const late = Number(pickupTime.slice(0, 2)) >= 13 && Number(returnTime.slice(0, 2)) < 13;
  return late && days >= 1 ? days + 1 : days;
}
