import { formatNumber } from "@/lib/format";

/** The marks between digits in the reader's language, as "12,345.6" has them. */
function marks(): { group: string; decimal: string } {
  const [, group = "", decimal = "."] = /^12(\D?)345(\D)6$/.exec(formatNumber(12_345.6, 1)) ?? [];
  return { group, decimal };
}

/** A whole number in groups of three, by the mark between them. */
const thousands = new Map([
  [",", /^[1-9]\d{0,2}(,\d{3})+$/],
  [".", /^[1-9]\d{0,2}(\.\d{3})+$/],
]);

/**
 * A number as the reader's language writes it, with at most `digits` after the mark; null for anything else. "57,50"
 * and "57.50" are read everywhere. "1,250" is 1250 where commas separate thousands, and refused elsewhere.
 */
export function readNumber(text: string, digits = 2): number | null {
  const { group, decimal } = marks();
  const plain = text.replace(/[\s'’]/g, "").replace("−", "-");
  const [, sign = "", whole = "", mark = "", part = ""] =
    /^(-?)(\d[\d.,]*?)(?:([.,])(\d*))?$/.exec(plain) ?? [];
  const isGrouped = (number: string) => thousands.get(group)?.test(number) ?? false;
  const numberOf = (number: string, decimals: string) =>
    decimals.length > digits
      ? null
      : Number(`${sign}${number.replaceAll(group || " ", "")}.${decimals || "0"}`);
  if (isGrouped(`${whole}${mark}${part}`)) return numberOf(`${whole}${mark}${part}`, "");
  if (isGrouped(whole) && mark === decimal) return numberOf(whole, part);
  if (!/^\d+$/.test(whole)) return null;
  // Three digits after a mark that is not the reader's own may as well be thousands.
  return mark && mark !== decimal && part.length === 3 ? null : numberOf(whole, part);
}

/** An amount of money that is typed: null for anything that is none, or has parts of a cent. */
export function readAmount(text: string): number | null {
  const amount = readNumber(text);
  return amount === null || amount < 0 || amount >= 1e8 ? null : amount;
}

/** The initial text of a number in a field. */
export function typedNumber(value: number): string {
  return String(value).replace(".", marks().decimal);
}

/** The initial text of an amount in a field. */
export function typedAmount(amount: number): string {
  return amount > 0 ? amount.toFixed(2).replace(/\.00$/, "").replace(".", marks().decimal) : "";
}

/** The amounts add up to what is held: by whole cents, as sums of fractions do not. */
export function restOf(held: number, ...parts: readonly number[]): number {
  const cents = parts.reduce((sum, part) => sum - Math.round(part * 100), Math.round(held * 100));
  return cents / 100;
}
