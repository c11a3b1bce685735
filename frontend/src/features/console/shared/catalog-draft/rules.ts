/** The fields of `next` that are not what they were. */
export function changedFields<T>(before: T, next: T): Partial<T> {
  const fields = Object.keys(next as object) as (keyof T)[];
  return Object.fromEntries(
    fields.filter((field) => !isSame(before[field], next[field])).map((field) => [field, next[field]]),
  ) as Partial<T>;
}

export function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** A code out of a name that somebody typed: "Hyundai i20" is hyundai-i20; empty when nothing of it is Latin. */
export function codeOf(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
}

/** The same with capitals instead of hyphens, as insurance and services have it: "Baby seat" is babySeat. */
export function camelCodeOf(name: string): string {
  return codeOf(name)
    .replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[0-9]+/, "");
}

/** An amount as somebody types it: "57,50" is 57.5; null when it is empty, NaN when it is none. */
export function amountOf(text: string): number | null {
  const typed = text.trim().replace(",", ".");
  return typed === "" ? null : Number(typed);
}
