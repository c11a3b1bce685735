import { t } from "@lingui/core/macro";
import { findPlace, type HandoverPlace } from "@/lib/handover-places";
import { clean, fold } from "@/lib/names";
import { pickupAt, returnAt, separator } from "@/lib/price-line";
import type { SiteConfig } from "@/lib/site-config";
import { carDays, cents } from "./days";
import { outOfHoursFees } from "./opening-hours";
import { deliveryFee, type PriceBook, toCents } from "./rules";

/** The whole price in the browser: the twin of `price` in platform/src/abano/catalog/pricing/rules.py, run by the same vectors. */

interface WholePriceBook extends PriceBook {
  locations: (Pick<SiteConfig["locations"][number], "code" | "openingHours" | "outOfHoursFee"> & {
    handoverPlaces: Pick<HandoverPlace, "code" | "name" | "fee">[];
  })[];
  insurance: Pick<SiteConfig["insurance"][number], "code" | "label" | "dailyRate">[];
  services: Pick<SiteConfig["services"][number], "code" | "label" | "charge" | "price" | "maxPerBooking">[];
}

export interface PriceChoice {
  carType: string;
  days: number;
  /** By the company's wall clock; without them all days are ordinary ones. */
  times?: { pickup: string; dropoff: string; bookedOn: string } | undefined;
  pickupLocation: string;
  dropoffLocation: string;
  /** Codes of the handover places there, where one is chosen. */
  pickupPlace?: string | undefined;
  dropoffPlace?: string | undefined;
  insuranceType: string | null;
  services: readonly string[];
  /** What the driver's age costs a day. */
  youngDriverFee?: number | undefined;
  /** Percent off the whole, 0 without a promo code. */
  promoPercent: number;
}

/** One line of a price. A discount's amount is negative. */
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
/** Between the names in a line of the car. */

/** The price of a rental. Codes that the company does not offer cost nothing: the server refuses them in words. */
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
    // What a booking has once at most is a tick, however often it is named.
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
  // The total is what is rounded, half-up to cents; the discount is what is left.
  const total = Math.floor(
    (before * (wholeInBasisPoints - basisPoints) + wholeInBasisPoints / 2) / wholeInBasisPoints,
  );
  if (basisPoints) add("promo", t`Promo discount`, 1, total - before);
  return { days, totalPrice: total / cents, lines };
}
