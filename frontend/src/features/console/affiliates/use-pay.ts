import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { type PayableOn, payableMoments } from "@/features/console/shared/money-words";
import { sentenceOf } from "@/lib/errors";
import { formatMoney } from "@/lib/format";
import { type Affiliate, payCommission, refetchAffiliates } from "./api";

/** Why nothing can be paid, or null when something can. */
export function whyNot(affiliate: Affiliate, payableOn: PayableOn): string | null {
  if (affiliate.commissionPayable > 0) return null;
  const held = affiliate.commissionHeld > 0;
  if (affiliate.commissionPending > 0) {
    const when = t(payableMoments[payableOn]);
    return held
      ? t`Nothing is payable yet: a commission becomes payable ${when}. Others are on hold.`
      : t`Nothing is payable yet: a commission becomes payable ${when}.`;
  }
  return held && affiliate.commissionOwed > 0
    ? t`All unpaid commissions of this affiliate are on hold`
    : t`This affiliate has no unpaid commissions`;
}

/** Whether there is something to pay; when not, says so. */
export function mayPay(affiliate: Affiliate, payableOn: PayableOn): boolean {
  const description = whyNot(affiliate, payableOn);
  if (description === null) return true;
  toast({ kind: "destructive", title: t`No Payment Needed`, description });
  return false;
}

/** Records a payout and shows the result. */
export function usePay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (affiliate: Affiliate) => payCommission(affiliate.id),
    onSuccess: ({ totalAmount, currency, referrerName }) =>
      toast({
        title: t`Payment Processed`,
        description: t`${{ amount: formatMoney(totalAmount, currency) }} paid to ${referrerName}`,
      }),
    onError: (error) =>
      toast({
        kind: "destructive",
        title: t`Payment Failed`,
        description: sentenceOf(error, t`Failed to process commission payment`),
      }),
    // Also after a failure: someone else may have paid in the meantime.
    onSettled: () => refetchAffiliates(client),
  });
}
