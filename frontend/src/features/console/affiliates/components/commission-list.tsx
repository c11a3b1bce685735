import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { type PayableOn, payableMoments } from "@/features/console/shared/money-words";
import { useMe } from "@/features/console/shared/session";
import { formatMoment, formatMoney } from "@/lib/format";
import type { Commission } from "../api";
import { useRelease, useRestore } from "../use-decisions";
import { holdWords, selfReferralWords, statusWords } from "../words";
import { RefuseDialog } from "./refuse-dialog";

const looks: Record<Commission["commissionStatus"], string> = {
  paid: clsx("bg-pine text-on-pine"),
  unpaid: "bg-sky text-ink",
  pending: "bg-stone text-slate",
  held: "bg-danger text-on-danger",
  refused: "border border-danger text-danger",
  cancelled: "border border-line text-muted",
  none: "border border-line text-muted",
};

interface Props {
  commissions: readonly Commission[];
  currency: string;
  payableOn: PayableOn;
  /** The prefix of the table's parameters in the URL. */
  name: string;
}

/** Referred bookings, newest first, with reasons to hold the commission and the available actions. */
export function CommissionList({ commissions, currency, payableOn, name }: Props) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const [refusing, setRefusing] = useState<Commission | null>(null);
  const columns: TableColumn<Commission>[] = [
    {
      id: "reference",
      title: t`Booking`,
      sort: "asc",
      value: ({ reference }) => reference,
      cell: ({ reference, carType }) => (
        <>
          <span className="tabular block font-semibold">{reference}</span>
          <span className="block text-slate">{carType}</span>
        </>
      ),
    },
    {
      id: "bookedAt",
      title: t`Booked`,
      sort: "desc",
      value: ({ bookingTimestamp }) => bookingTimestamp,
      cell: ({ bookingTimestamp }) => (
        <span className="tabular text-slate">{formatMoment(bookingTimestamp, timezone)}</span>
      ),
      card: "line",
    },
    {
      id: "status",
      title: t`Status`,
      sort: "asc",
      value: ({ commissionStatus }) => t(statusWords[commissionStatus]),
      cell: ({ commissionStatus: status }) => (
        <span
          className={`inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[status]}`}
        >
          {t(statusWords[status])}
        </span>
      ),
      card: "right",
    },
    {
      id: "about",
      title: t`Notes`,
      value: (commission) =>
        [...reasonsOf(commission).map((reason) => t(reason)), commission.refusalReason ?? ""]
          .join(" ")
          .trim(),
      cell: (commission) => <About commission={commission} payableOn={payableOn} timezone={timezone} />,
      card: "line",
    },
    {
      id: "price",
      title: t`Price`,
      sort: "desc",
      value: ({ bookingPrice }) => bookingPrice,
      cell: ({ bookingPrice }) => <span className="text-slate">{formatMoney(bookingPrice, currency)}</span>,
      align: "end",
      card: "line",
      isLabelled: true,
    },
    {
      id: "commission",
      title: t`Commission`,
      sort: "desc",
      value: ({ commissionAmount }) => commissionAmount,
      cell: ({ commissionAmount }) => <b>{formatMoney(commissionAmount, currency)}</b>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <>
      <DataTable
        label={t`Commissions`}
        name={name}
        rows={commissions}
        columns={columns}
        rowId={({ bookingId }) => bookingId}
        to={({ bookingId }) => adminPath.booking(bookingId)}
        csv="commissions"
        actions={
          commissions.some(({ commissionStatus }) => ["held", "refused"].includes(commissionStatus))
            ? (commission) => <Decision commission={commission} onRefuse={() => setRefusing(commission)} />
            : undefined
        }
      />
      {refusing && (
        <RefuseDialog commission={refusing} currency={currency} onClose={() => setRefusing(null)} />
      )}
    </>
  );
}

/** Reasons to hold the commission. */
function reasonsOf({ holdReasons, isSelfReferral }: Commission): MessageDescriptor[] {
  return [...holdReasons.map((reason) => holdWords[reason]), ...(isSelfReferral ? [selfReferralWords] : [])];
}

interface AboutProps {
  commission: Commission;
  payableOn: PayableOn;
  timezone: string;
}

/** When the commission is payable, why it is held, and why it was rejected. */
function About({ commission, payableOn, timezone }: AboutProps) {
  const { t } = useLingui();
  const reasons = reasonsOf(commission).map((reason) => t(reason));
  const when = t(payableMoments[payableOn]);
  const end = formatMoment(commission.rentalEndsAt, timezone);
  return (
    <>
      {commission.commissionStatus === "pending" && (
        <p className="text-muted">
          {payableOn === "completion" ? (
            <Trans>
              Payable {when}, planned for {end}
            </Trans>
          ) : (
            <Trans>Payable {when}</Trans>
          )}
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason} className="mt-0.5 flex items-start gap-1 font-medium text-danger">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {reason}
        </p>
      ))}
      {commission.refusalReason && (
        <p className="text-slate">
          <Trans>Refused: {{ reason: commission.refusalReason }}</Trans>
        </p>
      )}
    </>
  );
}

function Decision({ commission, onRefuse }: { commission: Commission; onRefuse: () => void }) {
  const { t } = useLingui();
  const release = useRelease();
  const restore = useRestore();
  const { bookingId, reference } = commission;
  if (commission.commissionStatus === "held") {
    return (
      <>
        <Button look="risky" onClick={onRefuse} aria-label={t`Refuse ${reference}`}>
          <Trans>Refuse</Trans>
        </Button>
        <Button
          look="quiet"
          disabled={release.isPending}
          aria-label={t`Release ${reference}`}
          onClick={() => release.mutate({ bookingIds: [bookingId] })}
        >
          <Trans>Release</Trans>
        </Button>
      </>
    );
  }
  if (commission.commissionStatus !== "refused") return null;
  return (
    <Button
      look="quiet"
      disabled={restore.isPending}
      aria-label={t`Undo refusal of ${reference}`}
      onClick={() => restore.mutate(bookingId)}
    >
      <Trans>Undo refusal</Trans>
    </Button>
  );
}
