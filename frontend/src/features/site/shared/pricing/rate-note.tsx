import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { isRateOld, useCurrency } from "@/lib/currency";
import { formatPlainDay } from "@/lib/format";

/** Of which day the rate is by which prices are shown in another currency, where it is old. */
export function RateNote({ className }: { className?: string }) {
  const currency = useCurrency();
  if (!currency || !isRateOld(currency)) return null;
  const day = formatPlainDay(currency.date);
  return (
    <span data-rate-note className={clsx("block text-xs text-muted", className)}>
      <Trans comment="The day of an exchange rate that is some days old">Rate of {day}</Trans>
    </span>
  );
}
