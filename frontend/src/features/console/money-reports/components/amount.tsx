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
