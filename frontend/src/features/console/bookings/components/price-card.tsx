import { Trans, useLingui } from "@lingui/react/macro";
import { paths } from "@/config/paths";
import { formatMoney } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";
import type { BookingDetail } from "../api";
import { Card } from "./card";
import { ShownNote } from "./shown-note";

/** The price as it was stored, line by line. */
export function PriceCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, booking.currency);
  const { promoCode: code } = booking;
  const affiliate = booking.referrer?.name;
  return (
    <Card title={t`Price`}>
      <table className="tabular w-full text-sm">
        <caption className="sr-only">
          <Trans>Price lines</Trans>
        </caption>
        <tbody>
          {booking.priceLines.map((line) => (
            <tr key={`${line.code}-${line.label}`}>
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                {lineLabel(line)}
                {line.quantity > 1 && (
                  <span className="text-muted">
                    {" "}
                    {line.quantity} × {money(line.unitPrice)}
                  </span>
                )}
              </th>
              <td className="py-1 text-right">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line text-base font-bold">
            <th scope="row" className="pt-2 text-left">
              <Trans>Total</Trans>
            </th>
            <td className="pt-2 text-right">{money(booking.totalPrice)}</td>
          </tr>
        </tfoot>
      </table>
      {booking.shownPrice && <ShownNote currency={booking.currency} shown={booking.shownPrice} />}
      {code && (
        <p className="mt-3 text-sm text-slate">
          {affiliate ? (
            <Trans>
              Promo code <strong>{code}</strong>, recommended by {affiliate}
            </Trans>
          ) : (
            <Trans>
              Promo code <strong>{code}</strong>
            </Trans>
          )}
        </p>
      )}
      {booking.termsVersion !== null && (
        <p className="mt-3 text-sm">
          <a
            className="inline-flex min-h-8 items-center underline underline-offset-4"
            href={`${paths.terms}?version=${booking.termsVersion}`}
            target="_blank"
            rel="noreferrer"
          >
            <Trans>Agreed to version {{ version: booking.termsVersion }} of the terms</Trans>
          </a>
        </p>
      )}
      {booking.clientEstimate && (
        <p className="mt-1 text-xs text-muted">
          <Trans>
            The booking form's own estimate, which no one was shown:{" "}
            {{ clientEstimate: booking.clientEstimate }}.
          </Trans>
        </p>
      )}
    </Card>
  );
}
