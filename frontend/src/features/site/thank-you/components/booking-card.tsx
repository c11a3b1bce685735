import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import type { OwnBooking } from "@/features/site/shared/after/own-booking";
import { statusWord } from "@/features/site/shared/after/own-booking";
import { Settled } from "@/features/site/shared/after/settled";
import type { Booked } from "@/features/site/shared/booked";
import { formatShown } from "@/lib/currency";
import { momentIn } from "@/lib/dates";
import { formatDay, formatMoney, formatNumber, formatZone } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";
import { siteConfig } from "@/lib/site-config";

/** Summary of the booking with its reference and status. */
export function BookingCard({ booked, own }: { booked: Booked; own: OwnBooking | null }) {
  const { t } = useLingui();
  const { locations, tenant } = siteConfig();
  const money = (amount: number) => formatMoney(amount, booked.currency);
  const zone = formatZone(momentIn(tenant.timezone, `${booked.pickupDate}T${booked.pickupTime}`));
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  const lines = own?.priceLines ?? booked.lines;
  const moment = (date: string, time: string) => `${formatDay(date)}, ${time}`;
  return (
    <section
      aria-label={t`Your booking`}
      className="mt-8 rounded-3xl border border-line bg-panel p-5 text-left shadow-card sm:p-7 print:mt-3 print:border-0 print:p-0 print:shadow-none"
    >
      <p className="flex items-center gap-2 text-sm font-semibold text-pine">
        <CircleCheck aria-hidden size={20} className="shrink-0" />
        {statusWord(own?.status ?? "pending")}
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact name={t`Booking reference`} value={booked.reference} isStrong />
        <Fact name={t`Car`} value={booked.carType} />
        <Fact
          name={t`Pickup`}
          value={moment(booked.pickupDate, booked.pickupTime)}
          detail={[place(booked.pickupLocation), booked.pickupPlace]}
        />
        <Fact
          name={t({ message: "Return", context: "of a car" })}
          value={moment(booked.returnDate, booked.returnTime)}
          detail={[place(booked.dropoffLocation), booked.dropoffPlace]}
        />
      </dl>
      <p className="mt-3 text-sm text-muted">
        <Trans>All times: {zone}</Trans>
      </p>
      <ul className="mt-5 grid gap-2 border-t border-line pt-4 text-sm print:mt-2 print:gap-0.5 print:pt-2">
        {lines.map((line) => (
          <li key={`${line.code}${line.label}`} className="flex justify-between gap-4">
            <span>
              {lineLabel(line)}
              {line.quantity > 1 && (
                <span className="tabular text-muted">{` · ${formatNumber(line.quantity)} × ${money(line.unitPrice)}`}</span>
              )}
            </span>
            <span className="tabular shrink-0 font-medium">{money(line.amount)}</span>
          </li>
        ))}
      </ul>
      {own?.status !== "cancelled" && (
        <p className="mt-4 flex items-baseline justify-between border-t border-line pt-4 print:mt-2 print:pt-2">
          <span className="font-bold">
            <Trans>Total</Trans>
          </span>
          <span className="tabular text-2xl font-bold">{money(own?.totalPrice ?? booked.totalPrice)}</span>
        </p>
      )}
      {own && (
        <dl className="tabular mt-3 grid gap-1 empty:hidden">
          <Settled booking={own} />
        </dl>
      )}
      {booked.shown && (
        <p className="tabular text-right text-sm text-muted">
          {formatShown(booked.shown.total, booked.shown.currency)}
        </p>
      )}
    </section>
  );
}

interface FactProps {
  name: string;
  value: string;
  /** A line each. */
  detail?: (string | undefined)[];
  isStrong?: boolean;
}

function Fact({ name, value, detail = [], isStrong = false }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span
          className={
            isStrong ? "tabular block text-xl font-bold select-all" : "block font-semibold wrap-anywhere"
          }
        >
          {value}
        </span>
        {detail.filter(Boolean).map((line) => (
          <span key={line} className="block text-slate wrap-anywhere">
            {line}
          </span>
        ))}
      </dd>
    </div>
  );
}
