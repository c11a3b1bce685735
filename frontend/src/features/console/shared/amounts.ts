/** What is typed as an amount, with a comma or a point; null for anything that is none, or has parts of a cent. */
export function readAmount(text: string): number | null {
  const plain = text.replace(/[\s\u00a0']/g, "").replace(",", ".");
  return /^\d{1,8}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

/** How an amount stands in a field to begin with. */
export function typedAmount(amount: number): string {
  return amount > 0 ? amount.toFixed(2).replace(/\.00$/, "") : "";
}

/** The amounts add up to what is held: by whole cents, as sums of fractions do not. */
export function restOf(held: number, ...parts: readonly number[]): number {
  const cents = parts.reduce((sum, part) => sum - Math.round(part * 100), Math.round(held * 100));
  return cents / 100;
}
