import { useSearchParams } from "react-router";
import type { Period } from "./api";

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The days asked for, kept in the address. */
export function usePeriod(): [Period, (name: keyof Period, value: string) => void] {
  const [address, setAddress] = useSearchParams();
  const period: Period = {};
  for (const name of ["from", "to"] as const) {
    const value = address.get(name) ?? "";
    if (day.test(value)) period[name] = value;
  }
  const choose = (name: keyof Period, value: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [period, choose];
}

/** The same days for a file of the server. */
export function withPeriod(address: string, period: Period): string {
  const query = new URLSearchParams({ ...period }).toString();
  return query ? `${address}?${query}` : address;
}
