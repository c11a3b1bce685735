import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";
import { day, useUrlState } from "@/lib/url-state";
import type { Period } from "../api";

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

interface Props {
  period: Period;
  onChange: (name: keyof Period, value: string) => void;
}

/** First and last day, both may stay open. */
export function PeriodFields({ period, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto print:hidden">
      {(["from", "to"] as const).map((name) => (
        <label
          key={name}
          className="flex flex-col gap-1 text-sm text-slate sm:flex-row sm:items-center sm:gap-2"
        >
          {name === "from"
            ? t({ message: "From", context: "first day" })
            : t({ message: "To", context: "last day" })}
          <input
            type="date"
            className={controlClass("max-sm:px-3")}
            min={name === "to" ? period.from : undefined}
            value={period[name] ?? ""}
            onChange={(event) => onChange(name, event.target.value)}
          />
        </label>
      ))}
    </div>
  );
}
