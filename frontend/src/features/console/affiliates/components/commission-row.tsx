import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { formatMoney } from "@/lib/format";
import type { Commission, PayableOn } from "../api";
import { moment } from "../moments";
import { useRelease, useRestore } from "../use-decisions";
import { holdWords, payableWords, selfReferralWords, statusWords } from "../words";

const looks: Record<Commission["commissionStatus"], string> = {
  paid: "bg-pine text-on-pine",
  unpaid: "bg-sky text-ink",
  pending: "bg-stone text-slate",
  held: "bg-danger text-on-danger",
  refused: "border border-danger text-danger",
  cancelled: "border border-line text-muted",
  none: "border border-line text-muted",
};

interface Props {
  commission: Commission;
  currency: string;
  payableOn: PayableOn;
  onRefuse: () => void;
}

/** One referred booking, with what speaks against paying and what can be done about it. */
export function CommissionRow({ commission, currency, payableOn, onRefuse }: Props) {
  const { tenant } = useMe();
  const release = useRelease();
  const restore = useRestore();
  const { commissionStatus: status } = commission;
  const reasons = commission.holdReasons.map((reason) => holdWords[reason]);
  if (commission.isSelfReferral) reasons.push(selfReferralWords);
  const ends =
    payableOn === "completion" ? `, planned for ${moment(commission.rentalEndsAt, tenant.timezone)}` : "";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          <Link
            className="tabular underline-offset-4 hover:underline"
            to={`${paths.admin.bookings}/${commission.bookingId}`}
          >
            {commission.reference}
          </Link>{" "}
          · {commission.carType}
        </p>
        <p className="text-sm text-slate">
          {moment(commission.bookingTimestamp, tenant.timezone)},{" "}
          {formatMoney(commission.bookingPrice, currency)}
        </p>
      </div>
      <div className="text-right">
        <p className="tabular font-bold">{formatMoney(commission.commissionAmount, currency)}</p>
        <span
          className={`mt-1 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[status]}`}
        >
          {statusWords[status]}
        </span>
      </div>
      {status === "pending" && (
        <p className="col-span-2 text-sm text-muted">
          Payable {payableWords[payableOn]}
          {ends}
        </p>
      )}
      {reasons.length > 0 && (
        <div className="col-span-2">
          {reasons.map((reason) => (
            <p key={reason} className="mt-0.5 flex items-start gap-1 text-sm font-medium text-danger">
              <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
              {reason}
            </p>
          ))}
        </div>
      )}
      {commission.refusalReason && (
        <p className="col-span-2 text-sm break-words text-slate">Refused: {commission.refusalReason}</p>
      )}
      {status === "held" && (
        <div className="col-span-2 mt-2 flex flex-wrap justify-end gap-2 max-sm:[&>*]:grow">
          <Button look="risky" onClick={onRefuse} aria-label={`Refuse ${commission.reference}`}>
            Refuse
          </Button>
          <Button
            look="quiet"
            disabled={release.isPending}
            aria-label={`Release ${commission.reference}`}
            onClick={() => release.mutate({ bookingIds: [commission.bookingId] })}
          >
            Release
          </Button>
        </div>
      )}
      {status === "refused" && (
        <div className="col-span-2 mt-2 flex justify-end">
          <Button
            look="quiet"
            disabled={restore.isPending}
            aria-label={`Take back the refusal of ${commission.reference}`}
            onClick={() => restore.mutate(commission.bookingId)}
          >
            Take the refusal back
          </Button>
        </div>
      )}
    </li>
  );
}
