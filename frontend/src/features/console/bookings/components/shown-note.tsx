import { Trans } from "@lingui/react/macro";
import { formatShown } from "@/lib/currency";
import { formatNumber } from "@/lib/format";
import type { BookingDetail } from "../api";

const rateDigits = 6;

interface Props {
  /** What is charged in. */
  currency: string;
  shown: NonNullable<BookingDetail["shownPrice"]>;
}

/** What the customer saw beside the total, by the rate of that moment. */
export function ShownNote({ currency, shown }: Props) {
  const seen = formatShown(shown.total, shown.currency);
  const rate = formatNumber(shown.rate, rateDigits);
  const other = shown.currency;
  return (
    <p className="tabular mt-3 rounded-xl bg-stone px-3.5 py-2.5 text-sm text-slate">
      <Trans>
        The customer saw it as <strong className="text-ink">{seen}</strong>, at 1 {currency} = {rate} {other}.
      </Trans>
    </p>
  );
}
