import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { shownAmount, useCurrency } from "@/lib/currency";
import { formatMoney, formatNumber, formatPlainDay } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import type { RunningTotal } from "../use-total";

const rateDigits = 6;

interface Props {
  total: RunningTotal;
  className: string;
}

/** What is charged, and by which rate the total is shown in another currency. */
export function ChargedNote({ total, className }: Props) {
  const currency = useCurrency();
  if (!currency || !total.price) return null;
  const { totalPrice } = total.price;
  const amount = formatMoney(totalPrice);
  const own = siteConfig().tenant.currency;
  const other = currency.currency;
  const shown = formatMoney(shownAmount(totalPrice, currency), other);
  const rate = formatNumber(currency.rate, rateDigits);
  const day = formatPlainDay(currency.date);
  return (
    <p data-charged className={clsx("tabular text-sm text-slate", className)}>
      <Trans comment="The charged amount, and the same in the visitor's currency">
        You pay <strong className="text-ink">{amount}</strong> (about {shown}).
      </Trans>{" "}
      <Trans comment="The exchange rate of a day">
        Rate of {day}: 1 {own} = {rate} {other}
      </Trans>
    </p>
  );
}
