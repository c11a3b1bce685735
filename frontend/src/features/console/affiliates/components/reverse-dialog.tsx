import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { reverseRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { formatMoney } from "@/lib/format";
import { type Payout, refetchAffiliates, reversePayout } from "../api";

interface Props {
  payout: Payout;
  onClose: () => void;
}

/** Undoes a payout that was recorded by mistake. It stays in the history with the reason. */
export function ReverseDialog({ payout, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const amount = formatMoney(payout.totalAmount, payout.currency);
  return (
    <ReasonDialog
      title={t`Reverse this payout?`}
      description={t`${amount} is owed to ${{ affiliateName: payout.affiliateName }} again. Both entries stay in the history.`}
      maxLength={reverseRequestLimits.reason.maxLength}
      confirm={t`Reverse payout`}
      done={{
        title: t`Payout reversed`,
        description: t`${amount} is owed to ${{ affiliateName: payout.affiliateName }} again.`,
      }}
      onConfirm={(reason) => reversePayout(payout.id, reason).finally(() => refetchAffiliates(client))}
      onClose={onClose}
    />
  );
}
