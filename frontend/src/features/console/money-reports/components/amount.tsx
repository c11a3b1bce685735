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
