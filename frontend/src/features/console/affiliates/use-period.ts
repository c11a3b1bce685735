import { day, useUrlState } from "@/lib/url-state";
import type { Period } from "./api";

const readers = { from: day, to: day };

/** The days asked for, kept in the address. */
export function usePeriod(): [Period, (name: keyof Period, value: string) => void] {
  const [{ from, to }, change] = useUrlState(readers);
  const period: Period = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  return [period, (name, value) => change({ [name]: value }, { replace: true })];
}

/** The same days for a file of the server. */
export function withPeriod(address: string, period: Period): string {
  const query = new URLSearchParams({ ...period }).toString();
  return query ? `${address}?${query}` : address;
}
