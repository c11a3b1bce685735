import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api";
import { formatMoney } from "@/lib/money";
import { type Affiliate, payCommission, refetchAffiliates } from "./queries";

/** Whether there is something to pay; when not, says so. */
export function mayPay(affiliate: Affiliate): boolean {
  if (affiliate.commissionPayable > 0) return true;
  const held = affiliate.commissionHeld > 0 && affiliate.commissionOwed > 0;
  toast({
    kind: "destructive",
    title: "No Payment Needed",
    description: held
      ? "All unpaid commissions of this affiliate wait for review"
      : "This affiliate has no unpaid commissions",
  });
  return false;
}

/** Records a payout and tells what came of it. */
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
        description: (error instanceof ApiError && error.sentence) || "Failed to process commission payment",
      }),
    // Also after a failure: somebody else may have paid in the meantime.
    onSettled: () => refetchAffiliates(client),
  });
}
