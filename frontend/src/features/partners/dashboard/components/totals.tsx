import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Dashboard, PayableOn } from "@/features/partners/shared/api";
import { formatMoney, formatNumber } from "@/lib/format";

interface Props {
  totals: Dashboard["totals"];
  currency: string;
  payableOn: PayableOn;
}

/** What is owed and of what parts it is, what was paid, and how many bookings came. */
export function Totals({ totals, currency, payableOn }: Props) {
  const { totalCommissionOwed: owed, totalCommissionPaid: paid, totalBookings: bookings } = totals;
  const money = (amount: number) => formatMoney(amount, currency);
  const {
    totalCommissionPayable: payable,
    totalCommissionPending: pending,
    totalCommissionInReview: inReview,
  } = totals;
  const isTakenBack = owed < payable + pending + inReview - 0.005 || owed < 0;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      <div className="col-span-2 flex flex-col rounded-3xl bg-panel p-5 shadow-card">
        <dt className="text-sm font-semibold text-slate">
          <Trans>Commission owed</Trans>
        </dt>
        <dd className="tabular mt-1 text-3xl font-extrabold" data-testid="Commission owed">
          {money(owed)}
        </dd>
        <dd className="mt-1 text-sm text-muted [&_strong]:tabular [&_strong]:font-semibold [&_strong]:text-ink">
          <Parts {...{ payable, pending, inReview, isTakenBack, money, payableOn }} />
        </dd>
      </div>
      <Total
        id="Commission paid"
        name={<Trans>Commission paid</Trans>}
        value={money(paid)}
        note={<Trans>Sent to you so far.</Trans>}
      />
      <Total
        id="Total bookings"
        name={<Trans>Total bookings</Trans>}
        value={formatNumber(bookings)}
        note={<Trans>Cancelled ones are not counted.</Trans>}
      />
    </dl>
  );
}

interface PartsProps {
  payable: number;
  pending: number;
  inReview: number;
  isTakenBack: boolean;
  money: (amount: number) => string;
  payableOn: PayableOn;
}

/** Of what parts the commission owed is, a line each. */
function Parts({ payable, pending, inReview, isTakenBack, money, payableOn }: PartsProps) {
  const [next, later, held] = [money(payable), money(pending), money(inReview)];
  const whenPayable: Record<PayableOn, ReactNode> = {
    booking: (
      <Trans>
        <strong>{later}</strong> becomes payable with the booking
      </Trans>
    ),
    confirmation: (
      <Trans>
        <strong>{later}</strong> becomes payable when the company confirms the booking
      </Trans>
    ),
    completion: (
      <Trans>
        <strong>{later}</strong> becomes payable when the rental is completed
      </Trans>
    ),
  };
  if (payable <= 0 && pending <= 0 && inReview <= 0 && !isTakenBack) {
    return <Trans>Nothing due.</Trans>;
  }
  return (
    <>
      {payable > 0 && (
        <span className="block">
          <Trans>
            <strong>{next}</strong> comes with your next payout
          </Trans>
        </span>
      )}
      {pending > 0 && <span className="block">{whenPayable[payableOn]}</span>}
      {inReview > 0 && (
        <span className="block">
          <Trans>
            <strong>{held}</strong> is in review by the company
          </Trans>
        </span>
      )}
      {isTakenBack && (
        <span className="block">
          <Trans>
            A booking was cancelled after its commission was paid. It's deducted from future commissions.
          </Trans>
        </span>
      )}
    </>
  );
}

interface TotalProps {
  id: string;
  name: ReactNode;
  value: string;
  note: ReactNode;
}

function Total({ id, name, value, note }: TotalProps) {
  return (
    <div className="flex flex-col rounded-3xl bg-panel p-5 shadow-card">
      <dt className="text-sm font-semibold text-slate">{name}</dt>
      <dd className="tabular mt-1 text-3xl font-extrabold" data-testid={id}>
        {value}
      </dd>
      <dd className="mt-1 text-sm text-muted">{note}</dd>
    </div>
  );
}
