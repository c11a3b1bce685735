/**
 * Prices in the visitor's currency. What is charged stays in the company's: a shown amount begins with ≈, and wherever
 * something is booked the charged amount stands beside it.
 */
import { useSyncExternalStore } from "react";
import { oneOf, readAddress } from "./address-state";
import { formatMoney } from "./format";
import { type SiteConfig, siteConfig } from "./site-config";
import { formStore, localStore } from "./storage";

export type DisplayCurrency = SiteConfig["displayCurrencies"][number];

const key = "currency";
const linkKey = "currency_link";
const listeners = new Set<() => void>();
/** Undefined until somebody asks. */
let chosen: DisplayCurrency | null | undefined;

const minorUnits = 100;
const micros = 1_000_000;
const fineSteps = 10n;

/** Whole units of a divisor: up, or the nearest with halves up. */
function rounded(value: bigint, unit: bigint, mode: DisplayCurrency["rounding"]["mode"]): bigint {
  const above = mode === "up" ? value + unit - 1n : value + unit / 2n;
  const rest = ((above % unit) + unit) % unit;
  return above - rest;
}

/** The twin of `shown` in platform/src/abano/currencies/rules.py; both run the same cases. */
export function shownAmount(amount: number, currency: Pick<DisplayCurrency, "rate" | "rounding">): number {
  const { rate, rounding } = currency;
  // Whole numbers: in floats, 50 at 1.1 is a little more than 55, and would be rounded up.
  const exact = BigInt(Math.round(amount * minorUnits)) * BigInt(Math.round(rate * micros));
  const step = BigInt(rounding.step * minorUnits) * BigInt(micros);
  const size = exact < 0n ? -exact : exact;
  const unit = size < step * fineSteps ? step / fineSteps : step;
  return Number(rounded(exact, unit, rounding.mode) / BigInt(micros)) / minorUnits;
}

/** Amounts as differences of the rounded running sum: together they are their total as it is shown. */
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

/** By the address once a tab (?currency=USD), else by what was chosen before. */
function begin(): DisplayCurrency | null {
  const codes = [
    siteConfig().tenant.currency,
    ...siteConfig().displayCurrencies.map((item) => item.currency),
  ];
  const { currency: linked } = readAddress(window.location.search, { currency: oneOf(codes) });
  if (linked && formStore.get(linkKey) !== linked) {
    formStore.set(linkKey, linked);
    localStore.set(key, linked);
  }
  return find(localStore.get(key));
}

/** What prices are shown in; null for the company's own currency. */
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

/** An amount in another currency than the charged one: ≈ $566. */
export function formatShown(amount: number, currency: string): string {
  return `≈\u00a0${formatMoney(amount, currency)}`;
}

/**
 * How a page writes an amount of the company's currency: €485, or ≈ $566 for who chose dollars. Without the mark where
 * a marked amount follows: 7 × $65, ≈ $449.
 */
export function usePrice({ isMarked = true } = {}): (amount: number) => string {
  const currency = useCurrency();
  if (!currency) return (amount) => formatMoney(amount);
  const write = isMarked ? formatShown : formatMoney;
  return (amount) => write(shownAmount(amount, currency), currency.currency);
}

/** The same for amounts that stand in a column and add up. */
export function usePriceColumn(amounts: readonly number[]): string[] {
  const currency = useCurrency();
  if (!currency) return amounts.map((amount) => formatMoney(amount));
  return shownParts(amounts, currency).map((part) => formatShown(part, currency.currency));
}
