import { Trans, useLingui } from "@lingui/react/macro";
import { paths } from "@/config/paths";
import type { BookingDetail } from "../api";
import { PriceTable } from "../desk/components/price-table";
import { Card } from "./card";
import { ShownNote } from "./shown-note";

/** The price as it was stored, line by line. */
export function PriceCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const { promoCode: code } = booking;
  const affiliate = booking.referrer?.name;
  return (
    <Card title={t`Price`}>
      <PriceTable
        price={{ lines: booking.priceLines, totalPrice: booking.totalPrice }}
        currency={booking.currency}
        caption={t`Price lines`}
      />
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
