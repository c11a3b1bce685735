import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatMoney } from "@/lib/format";
import { type Affiliate, type PayableOn, payCommission, refetchAffiliates } from "./api";
import { payableWords } from "./words";

/** Why nothing can be paid, or null when something can. */
export function whyNot(affiliate: Affiliate, payableOn: PayableOn): string | null {
  if (affiliate.commissionPayable > 0) return null;
  const held = affiliate.commissionHeld > 0;
  if (affiliate.commissionPending > 0) {
    const rule = `Nothing is payable yet: a commission becomes payable ${payableWords[payableOn]}.`;
    return held ? `${rule} Others wait for review.` : rule;
  }
  return held && affiliate.commissionOwed > 0
    ? "All unpaid commissions of this affiliate wait for review"
    : "This affiliate has no unpaid commissions";
}

/** Whether there is something to pay; when not, says so. */
export function mayPay(affiliate: Affiliate, payableOn: PayableOn): boolean {
  const description = whyNot(affiliate, payableOn);
  if (description === null) return true;
  toast({ kind: "destructive", title: "No Payment Needed", description });
  return false;
}

/** Records a payout and shows the result. */
export function usePay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (affiliate: Affiliate) => payCommission(affiliate.id),
    onSuccess: ({ totalAmount, currency, referrerName }) =>
      toast({
        title: "Payment Processed",
        description: `${formatMoney(totalAmount, currency)} paid to ${referrerName}`,
      }),
    onError: (error) =>
      toast({
        kind: "destructive",
        title: "Payment Failed",
        description: sentenceOf(error, "Failed to process commission payment"),
      }),
    // Also after a failure: somebody else may have paid in the meantime.
    onSettled: () => refetchAffiliates(client),
  });
}
