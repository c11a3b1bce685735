import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useCurrency } from "@/lib/currency";
import { formatMoney, formatNumber, formatPlainDay } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import type { RunningTotal } from "../use-total";

const rateDigits = 6;

interface Props {
  total: RunningTotal;
  /** Says by which rate the total is shown in another currency. */
  hasRate?: boolean;
  className: string;
}

/** What is charged, where the total is shown in another currency. */
export function ChargedNote({ total, hasRate = false, className }: Props) {
  const currency = useCurrency();
  if (!currency || !total.price) return null;
  const amount = formatMoney(total.price.totalPrice);
  const own = siteConfig().tenant.currency;
  const other = currency.currency;
  const rate = formatNumber(currency.rate, rateDigits);
  const day = formatPlainDay(currency.date);
  return (
    <p data-charged className={clsx("tabular text-sm text-slate", className)}>
      <Trans>
        You pay <strong className="text-ink">{amount}</strong>.
      </Trans>
      {hasRate && (
        <>
          {" "}
          <Trans>
            The price in {other} is a guide, by our rate of {day}: 1 {own} = {rate} {other}.
          </Trans>
        </>
      )}
    </p>
  );
}
