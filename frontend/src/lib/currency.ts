/**
 * Prices in the visitor's currency, marked with ≈. The charged amount, in the company's currency, is shown once where
 * the booking is confirmed. Pages of an existing booking use the charged currency.
 */
import { useSyncExternalStore } from "react";
import { daysBetween, todayIn } from "./dates";
import { formatMoney } from "./format";
import { type SiteConfig, siteConfig } from "./site-config";
import { formStore, localStore } from "./storage";
import { oneOf, readUrl } from "./url-state";

export type DisplayCurrency = SiteConfig["displayCurrencies"][number];

const key = "currency";
const linkKey = "currency_link";
const listeners = new Set<() => void>();
/** Undefined until first used. */
let chosen: DisplayCurrency | null | undefined;

const minorUnits = 100;
const micros = 1_000_000;
const fineSteps = 10n;

/** Rounds to multiples of a divisor: up, or half up. */
function rounded(value: bigint, unit: bigint, mode: DisplayCurrency["rounding"]["mode"]): bigint {
  const above = mode === "up" ? value + unit - 1n : value + unit / 2n;
  const rest = ((above % unit) + unit) % unit;
  return above - rest;
}

/** Same as `shown` in platform/src/abano/catalog/exchange_rates/rules.py; both run the same test cases. */
export function shownAmount(amount: number, currency: Pick<DisplayCurrency, "rate" | "rounding">): number {
  const { rate, rounding } = currency;
  // Computed in integers: in floats, 50 at 1.1 is a little more than 55 and would be rounded up.
  const exact = BigInt(Math.round(amount * minorUnits)) * BigInt(Math.round(rate * micros));
  const step = BigInt(rounding.step * minorUnits) * BigInt(micros);
  const size = exact < 0n ? -exact : exact;
  const unit = size < step * fineSteps ? step / fineSteps : step;
  return Number(rounded(exact, unit, rounding.mode) / BigInt(micros)) / minorUnits;
}

/** Differences of the rounded running sum, so that the amounts add up to the displayed total. */
export function shownParts(amounts: readonly number[], currency: DisplayCurrency): number[] {
  let sum = 0;
  let before = 0;
  return amounts.map((amount) => {
    sum += amount;
    const after = shownAmount(sum, currency);
    const part = Math.round((after - before) * minorUnits) / minorUnits;
    before = after;
    return part;
  });
}

function find(code: string | null | undefined): DisplayCurrency | null {
  return siteConfig().displayCurrencies.find((item) => item.currency === code) ?? null;
}

/** From the URL once per tab (?currency=USD), else the earlier choice. */
function begin(): DisplayCurrency | null {
  const codes = [
    siteConfig().tenant.currency,
    ...siteConfig().displayCurrencies.map((item) => item.currency),
  ];
  const { currency: linked } = readUrl(window.location.search, { currency: oneOf(codes) });
  if (linked && formStore.get(linkKey) !== linked) {
    formStore.set(linkKey, linked);
    localStore.set(key, linked);
  }
  return find(localStore.get(key));
}

/** The display currency; null for the company's own currency. */
export function chosenCurrency(): DisplayCurrency | null {
  if (chosen === undefined) chosen = begin();
  return chosen;
}

export function chooseCurrency(code: string): void {
  localStore.set(key, code);
  chosen = find(code);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCurrency(): DisplayCurrency | null {
  return useSyncExternalStore(subscribe, chosenCurrency, () => null);
}

/** Rates older than this many days are shown with their date. */
const FRESH_RATE_DAYS = 3;

/** Whether a currency's rate is so old that its date is shown beside prices. */
export function isRateOld({ date }: Pick<DisplayCurrency, "date">): boolean {
  return daysBetween(date, todayIn(siteConfig().tenant.timezone)) > FRESH_RATE_DAYS;
}

/** An amount in a currency other than the charged one: ≈ $566. */
export function formatShown(amount: number, currency: string): string {
  return `≈\u00a0${formatMoney(amount, currency)}`;
}

/** With cents where the currency has them. */
function exactAmount(amount: number, { rate, rounding }: DisplayCurrency): number {
  const units = rounding.step < Number(fineSteps) ? minorUnits : 1;
  return Math.round(amount * rate * units) / units;
}

interface PriceOptions {
  /** Whether an amount is converted and starts with ≈. */
  isMarked?: boolean;
  /** To the cent, for a unit price beside a total. 7 × $64.08 is $449, 7 × $65 is not. */
  isExact?: boolean;
}

/** Formats an amount of the company's currency: €485, or ≈ $566 for a visitor who chose dollars. */
export function usePrice(options: PriceOptions = {}): (amount: number) => string {
  return priceIn(useCurrency(), options);
}

/** The same outside a component. */
export function priceIn(
  currency: DisplayCurrency | null,
  { isMarked = true, isExact = false }: PriceOptions = {},
): (amount: number) => string {
  if (!currency) return (amount) => formatMoney(amount);
  const write = isMarked ? formatShown : formatMoney;
  const convert = isExact ? exactAmount : shownAmount;
  // Zero is exact in every currency: no ≈.
  return (amount) => (amount === 0 ? formatMoney : write)(convert(amount, currency), currency.currency);
}

/** The same for amounts in a column that add up. */
export function usePriceColumn(amounts: readonly number[]): string[] {
  const currency = useCurrency();
  if (!currency) return amounts.map((amount) => formatMoney(amount));
  return shownParts(amounts, currency).map((part) => formatShown(part, currency.currency));
}
