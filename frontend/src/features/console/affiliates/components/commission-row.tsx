import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import type { PayableOn } from "@/features/console/shared/payable";
import { payableMoments } from "@/features/console/shared/payable";
import { useMe } from "@/features/console/shared/session";
import { formatMoment, formatMoney } from "@/lib/format";
import type { Commission } from "../api";
import { useRelease, useRestore } from "../use-decisions";
import { holdWords, selfReferralWords, statusWords } from "../words";

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
  commission: Commission;
  currency: string;
  payableOn: PayableOn;
  onRefuse: () => void;
}

/** One referred booking, with what speaks against paying and what can be done about it. */
export function CommissionRow({ commission, currency, payableOn, onRefuse }: Props) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const release = useRelease();
  const restore = useRestore();
  const { commissionStatus: status } = commission;
  const reasons = commission.holdReasons.map((reason) => t(holdWords[reason]));
  if (commission.isSelfReferral) reasons.push(t(selfReferralWords));
  const when = t(payableMoments[payableOn]);
  const end = formatMoment(commission.rentalEndsAt, tenant.timezone);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          <Link
            className="tabular underline-offset-4 hover:underline"
            to={adminPath.booking(commission.bookingId)}
          >
            {commission.reference}
          </Link>{" "}
          · {commission.carType}
        </p>
        <p className="text-sm text-slate">
          {formatMoment(commission.bookingTimestamp, tenant.timezone)},{" "}
          {formatMoney(commission.bookingPrice, currency)}
        </p>
      </div>
      <div className="text-right">
        <p className="tabular font-bold">{formatMoney(commission.commissionAmount, currency)}</p>
        <span
          className={`mt-1 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[status]}`}
        >
          {t(statusWords[status])}
        </span>
      </div>
      {status === "pending" && (
        <p className="col-span-2 text-sm text-muted">
          {payableOn === "completion" ? (
            <Trans>
              Payable {when}, planned for {end}
            </Trans>
          ) : (
            <Trans>Payable {when}</Trans>
          )}
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
        <p className="col-span-2 text-sm break-words text-slate">
          <Trans>Refused: {{ reason: commission.refusalReason }}</Trans>
        </p>
      )}
      {status === "held" && (
        <div className="col-span-2 mt-2 flex flex-wrap justify-end gap-2 max-sm:[&>*]:grow">
          <Button
            look="risky"
            onClick={onRefuse}
            aria-label={t`Refuse ${{ reference: commission.reference }}`}
          >
            <Trans>Refuse</Trans>
          </Button>
          <Button
            look="quiet"
            disabled={release.isPending}
            aria-label={t`Release ${{ reference: commission.reference }}`}
            onClick={() => release.mutate({ bookingIds: [commission.bookingId] })}
          >
            <Trans>Release</Trans>
          </Button>
        </div>
      )}
      {status === "refused" && (
        <div className="col-span-2 mt-2 flex justify-end">
          <Button
            look="quiet"
            disabled={restore.isPending}
            aria-label={t`Undo refusal of ${{ reference: commission.reference }}`}
            onClick={() => restore.mutate(commission.bookingId)}
          >
            <Trans>Undo refusal</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}
