import { clsx } from "clsx";
import { formatMoney } from "@/lib/format";

/** An amount of a table; what is below 0 is red. */
export function Amount({ value, currency }: { value: number; currency: string }) {
  return (
    <span className={clsx("tabular whitespace-nowrap", value < 0 && "text-danger")}>
      {formatMoney(value, currency)}
    </span>
  );
}

/** An amount of a row with many: nothing for 0, and on a phone with its name before it. */
export function NamedAmount({ name, value, currency }: { name: string; value: number; currency: string }) {
  if (value === 0) return null;
  return (
    <>
      <span className="text-muted lg:hidden">{name}: </span>
      <Amount value={value} currency={currency} />
    </>
  );
}

interface TotalsProps {
  currency: string;
  totals: readonly { name: string; amount: number }[];
}

/** The sums of a currency. */
export function Totals({ currency, totals }: TotalsProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-2 rounded-card border border-line bg-panel p-4 sm:flex sm:flex-wrap">
      {totals.map(({ name, amount }) => (
        <div key={name}>
          <dt className="text-sm text-slate">{name}</dt>
          <dd className="text-lg font-bold sm:text-xl">
            <Amount value={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
