import { plural, t } from "@lingui/core/macro";
import { momentIn } from "@/lib/dates";
import { formatNumber, formatZonedMoment } from "@/lib/format";
import type { Car, Insurance, SiteConfig } from "@/lib/site-config";

type Terms = SiteConfig["rental"]["terms"];

export interface TermLine {
  kind:
    | "cancellation"
    | "fees"
    | "payment"
    | "deposit"
    | "mileage"
    | "driver"
    | "youngDriver"
    | "fuel"
    | "licence"
    | "identity"
    | "card"
    | "age";
  text: string;
}

/** The terms for one car: the car's own values override the company's. */
export function termsOfCar(terms: Terms, car: Pick<Car, "deposit" | "kilometresADay"> | undefined): Terms {
  if (!car) return terms;
  return {
    ...terms,
    deposit: car.deposit ?? terms.deposit ?? null,
    ...(car.kilometresADay ? { mileageUnlimited: false, kilometresADay: car.kilometresADay } : {}),
  };
}

/** The excess for damage to the car; null where it is not set. */
export function excessOf(
  option: Pick<Insurance, "excess"> | undefined,
  car: Pick<Car, "excess"> | undefined,
): number | null {
  if (!option || option.excess === 0) return option?.excess ?? null;
  return car?.excess ?? option.excess;
}

/** Short lines for a card, about a rental from `pickup` on, of the terms the company has set. */
export function shortTerms(
  terms: Terms,
  { pickup, timezone }: Pick<Options, "pickup" | "timezone">,
): string[] {
  return [
    cancellation(terms, pickup, timezone) ? t`Free cancellation` : "",
    terms.payment ? t`Nothing to pay now` : "",
    terms.deposit === 0 ? t`No deposit` : "",
  ].filter(Boolean);
}

interface Options {
  money: (amount: number) => string;
  /** The start of the rental, if known: yyyy-mm-ddThh:mm in the company's time zone. */
  pickup?: string;
  timezone: string;
}

/** All terms shown before booking that the company has set. */
export function termLines(terms: Terms, { money, pickup, timezone }: Options): TermLine[] {
  const lines: Partial<Record<TermLine["kind"], string | null>> = {
    cancellation: cancellation(terms, pickup, timezone),
    payment:
      terms.payment === "firstDay"
        ? t`Nothing to pay now: you pay on the first day`
        : terms.payment === "pickup"
          ? t`Nothing to pay now: you pay when you get the car`
          : null,
    deposit: deposit(terms, money),
    mileage: mileage(terms, money),
    driver: secondDriver(terms, money),
    youngDriver: youngDriver(terms, money),
    fuel: terms.fuel === "sameLevel" ? t`Fuel: bring it back with the level you received` : null,
    licence: terms.licenceYears
      ? plural(terms.licenceYears, {
          one: "Bring your driving licence, held for # year or more",
          other: "Bring your driving licence, held for # years or more",
        })
      : null,
    fees: fees(terms),
  };
  return Object.entries(lines).flatMap(([kind, text]) =>
    text ? [{ kind: kind as TermLine["kind"], text }] : [],
  );
}

const hour = 3_600_000;

/**
 * Until when a rental from `pickup` on (yyyy-mm-ddThh:mm) can be cancelled free of charge; null where the company has
 * no rule. Same as `free_cancellation_until` in platform/src/abano/bookings/self_service/rules.py; both run the same
 * test vectors.
 */
export function freeCancellationUntil(
  hours: number | null | undefined,
  pickup: string,
  zone: string,
): string | null {
  if (hours === null || hours === undefined) return null;
  return new Date(Date.parse(momentIn(zone, pickup)) - hours * hour).toISOString();
}

/** The sentence on free cancellation, with the time zone. */
export function freeCancellationText(until: string): string {
  const moment = formatZonedMoment(until);
  return t`Free cancellation until ${moment}`;
}

function cancellation({ freeCancellationHours: hours }: Terms, pickup: string | undefined, zone: string) {
  if (!hours) return null;
  if (!pickup) {
    return plural(hours, {
      one: "Free cancellation until # hour before pickup",
      other: "Free cancellation until # hours before pickup",
    });
  }
  const until = freeCancellationUntil(hours, pickup, zone);
  // Shortly before the pickup cancelling is no longer free, so there is nothing to show.
  return until && Date.parse(until) > Date.now() ? freeCancellationText(until) : null;
}

/** The fee of a late cancellation and a no-show; null where the company charges neither. */
function fees({
  freeCancellationHours,
  lateCancellationDays: late,
  noShowDays: noShow,
}: Terms): string | null {
  const days = (count: number) => plural(count, { one: "the price of # day", other: "the price of # days" });
  return (
    [
      freeCancellationHours != null && late ? t`Late cancellation: ${{ price: days(late) }}` : "",
      noShow ? t`No-show: ${{ price: days(noShow) }}` : "",
    ]
      .filter(Boolean)
      .join(". ") || null
  );
}

/** The price of a second driver; null where the company has not set it. */
function secondDriver(
  { secondDriverFree, additionalDriverFee: fee }: Pick<Terms, "secondDriverFree" | "additionalDriverFee">,
  money: Options["money"],
): string | null {
  if (secondDriverFree) return t`A second driver is free`;
  return fee ? t`Second driver: ${{ price: money(fee) }} a day` : null;
}

function youngDriver(
  { youngDriverUnder: age, youngDriverFee: fee }: Terms,
  money: Options["money"],
): string | null {
  return age && fee ? t`Drivers under ${age}: ${{ price: money(fee) }} a day` : null;
}

function deposit({ deposit: amount }: Terms, money: Options["money"]): string | null {
  if (amount === null || amount === undefined) return null;
  if (amount === 0) return t`No deposit`;
  const sum = money(amount);
  return t`A deposit of ${sum}, returned after the rental`;
}

/** The included distance; null where it is not set. */
export function mileage(
  {
    mileageUnlimited,
    kilometresADay,
    extraKilometre,
  }: Pick<Terms, "mileageUnlimited" | "kilometresADay" | "extraKilometre">,
  money?: Options["money"],
): string | null {
  if (mileageUnlimited) return t`Unlimited mileage`;
  if (!kilometresADay) return null;
  const distance = formatNumber(kilometresADay);
  if (!extraKilometre || !money) return t`${distance} km a day included`;
  return t`${distance} km a day included, then ${{ price: money(extraKilometre) }} per km`;
}
