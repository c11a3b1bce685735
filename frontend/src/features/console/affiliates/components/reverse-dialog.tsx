import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "@/lib/format";
import { type Payout, reversePayout } from "../api";
import { ReasonDialog } from "./reason-dialog";

interface Props {
  payout: Payout;
  onClose: () => void;
}

/** Undoes a payout that was recorded by mistake. It stays in the history with the reason. */
export function ReverseDialog({ payout, onClose }: Props) {
  const { t } = useLingui();
  const amount = formatMoney(payout.totalAmount, payout.currency);
  return (
    <ReasonDialog
      title={t`Reverse this payout?`}
      description={t`${amount} to ${{ affiliateName: payout.affiliateName }} is owed again. Both stay in the history.`}
      missing={t`Please say why the payout is reversed`}
      confirm={t`Reverse the payout`}
      failed={t`The payout could not be reversed just now.`}
      done={{
        title: t`Payout reversed`,
        description: t`${amount} is owed to ${{ affiliateName: payout.affiliateName }} again.`,
      }}
      onConfirm={(reason) => reversePayout(payout.id, reason)}
      onClose={onClose}
    />
  );
}
