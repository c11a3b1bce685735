/** The period a page shows, kept in the address so that a link shares the view. */

export interface Period {
  year: number;
  /** 1 to 12, or undefined for the whole year. */
  month: number | undefined;
}

export const firstYear = 2023;

/** Years to choose from: 2023 to 2026, and on as time goes by. */
export function selectableYears(currentYear: number): number[] {
  const last = Math.max(2026, currentYear);
  return Array.from({ length: last - firstYear + 1 }, (_, index) => firstYear + index);
}

export function periodFrom(query: URLSearchParams, currentYear: number): Period {
  const year = Number(query.get("year"));
  const month = Number(query.get("month"));
  return {
    year: selectableYears(currentYear).includes(year) ? year : currentYear,
    month: Number.isInteger(month) && month >= 1 && month <= 12 ? month : undefined,
  };
}

/** The period of the same length before, for comparison. */
export function periodBefore({ year, month }: Period): Period {
  if (month === undefined) return { year: year - 1, month };
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
}
