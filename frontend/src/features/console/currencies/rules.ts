import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { z } from "zod";
import type { Currencies, NewRate, Supported } from "./api";

const highestRate = 99_999_999.999999;
const oldAfterDays = 7;
const dayMilliseconds = 86_400_000;
const wrongRate = msg`Please enter a rate above 0 with at most 6 decimals`;

/** A rate as typed, with a point or a comma; null for anything else. */
export function readRate(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^\d{1,8}(\.\d{1,6})?$/.test(plain)) return null;
  const rate = Number(plain);
  return rate > 0 && rate <= highestRate ? rate : null;
}

export const rateSchema = z.object({
  currency: z.string(),
  rate: z.string().refine((text) => readRate(text) !== null, { error: () => i18n._(wrongRate) }),
  startsOn: z.string(),
});
export type RateForm = z.infer<typeof rateSchema>;

/** The request body of the form. Without a day the rate applies immediately. */
export function newRateOf(form: RateForm): NewRate {
  return {
    currency: form.currency,
    rate: form.rate.trim().replace(",", "."),
    startsOn: form.startsOn || null,
  };
}

/** By how many percent a rate differs from the one in force; null where there is none. */
export function changeInPercent(rate: number, inForce: number | null): number | null {
  return inForce === null ? null : (rate / inForce - 1) * 100;
}

/** A change so great that it may be a slip of the hand: a forgotten digit, or the rate of the other direction. */
export function isSuspicious(change: number | null): boolean {
  return change !== null && Math.abs(change) >= 20;
}

/** How many whole days old a rate is: since the day of its source, or since it began. */
export function ageInDays(since: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / dayMilliseconds));
}

export function isOld(days: number): boolean {
  return days > oldAfterDays;
}

/** Currencies with a rate in force: what visitors may choose, in their order, then the rest. */
export function ratedCurrencies({ shown, supported }: Currencies): Supported[] {
  const place = (code: string) => (shown.includes(code) ? shown.indexOf(code) : shown.length);
  return supported
    .filter((item) => item.rate !== null)
    .toSorted((one, other) => place(one.currency) - place(other.currency));
}
