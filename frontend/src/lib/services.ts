/** Chosen services: a code is repeated once per unit. */

interface Countable {
  code: string;
  maxPerBooking: number;
}

/** How many of a service are chosen. A service that a booking has at most once counts as one. */
export function countOf({ code, maxPerBooking }: Countable, chosen: readonly string[]): number {
  const count = chosen.filter((each) => each === code).length;
  return Math.min(count, maxPerBooking);
}

/** The selection with a new quantity of one service. */
export function withCount(chosen: readonly string[], code: string, count: number): string[] {
  return [...chosen.filter((each) => each !== code), ...Array<string>(count).fill(code)];
}

/** The names of what is chosen, several of one with their number. */
export function serviceNames(
  chosen: readonly string[],
  services: readonly { code: string; label: string }[],
): string {
  return [...new Set(chosen)]
    .map((code) => {
      const label = services.find((each) => each.code === code)?.label ?? code;
      const count = chosen.filter((each) => each === code).length;
      return count > 1 ? `${count} × ${label}` : label;
    })
    .join(", ");
}
