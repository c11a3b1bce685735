import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { useMe } from "@/features/admin-shell/session";
import { ApiError } from "@/lib/api";
import { formatMoney } from "@/lib/money";
import { moment } from "../moments";
import { type Commission, refetchAffiliates, releaseCommission } from "../queries";
import { holdWords, selfReferralWords, statusWords } from "../words";

const looks: Record<Commission["commissionStatus"], string> = {
  paid: "bg-pine text-on-pine",
  unpaid: "bg-sky text-ink",
  held: "bg-danger text-on-danger",
  cancelled: "border border-line text-muted",
  none: "border border-line text-muted",
};

interface Props {
  commissions: readonly Commission[];
  currency: string;
}

/** Referred bookings, newest first, with what speaks against paying. */
export function CommissionList({ commissions, currency }: Props) {
  const { tenant } = useMe();
  const client = useQueryClient();
  const release = useMutation({
    // One after the other: each is an entry of its own in the audit log.
    mutationFn: async (bookingIds: readonly string[]) => {
      for (const id of bookingIds) await releaseCommission(id);
    },
    onSuccess: (_, bookingIds) =>
      toast({
        title: "Released",
        description: `${bookingIds.length === 1 ? "It is" : "They are"} paid with the next payout.`,
      }),
    onError: (error) =>
      toast({
        kind: "destructive",
        title: "Not released",
        description:
          (error instanceof ApiError && error.sentence) || "The server cannot be reached just now.",
      }),
    onSettled: () => refetchAffiliates(client),
  });
  const held = commissions.filter((one) => one.commissionStatus === "held").map((one) => one.bookingId);
  return (
    <>
      {held.length > 1 && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-card bg-stone px-4 py-3">
          <p className="font-medium">{held.length} commissions wait for you to look at them.</p>
          <Button
            look="quiet"
            className="min-h-11"
            disabled={release.isPending}
            onClick={() => release.mutate(held)}
          >
            Release all
          </Button>
        </div>
      )}
      <ul className="overflow-hidden rounded-card border border-line bg-panel">
        {commissions.map((commission) => {
          const reasons = commission.holdReasons.map((reason) => holdWords[reason]);
          if (commission.isSelfReferral) reasons.push(selfReferralWords);
          return (
            <li
              key={commission.bookingId}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto_7.5rem]"
            >
              <div>
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
              <div className="text-right sm:col-start-3 sm:row-span-2">
                <p className="tabular font-bold">{formatMoney(commission.commissionAmount, currency)}</p>
                <span
                  className={`mt-1 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold ${looks[commission.commissionStatus]}`}
                >
                  {statusWords[commission.commissionStatus]}
                </span>
              </div>
              {reasons.length > 0 && (
                <div className="col-span-2 sm:col-span-1">
                  {reasons.map((reason) => (
                    <p key={reason} className="mt-0.5 flex items-start gap-1 text-sm font-medium text-danger">
                      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
                      {reason}
                    </p>
                  ))}
                </div>
              )}
              {commission.commissionStatus === "held" && (
                <Button
                  look="quiet"
                  className="col-span-2 mt-2 min-h-11 sm:col-span-1 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:mt-0"
                  disabled={release.isPending}
                  onClick={() => release.mutate([commission.bookingId])}
                >
                  Release
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
