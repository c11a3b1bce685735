import { formatMoney } from "@/lib/format";
import { type Payout, reversePayout } from "../api";
import { ReasonDialog } from "./reason-dialog";

interface Props {
  payout: Payout;
  onClose: () => void;
}

/** Undoes a payout that was recorded by mistake. It stays in the history with the reason. */
export function ReverseDialog({ payout, onClose }: Props) {
  const amount = formatMoney(payout.totalAmount, payout.currency);
  return (
    <ReasonDialog
      title="Reverse this payout?"
      description={`${amount} to ${payout.affiliateName} is owed again. Both stay in the history.`}
      missing="Please say why the payout is reversed"
      confirm="Reverse the payout"
      failed="The payout could not be reversed just now."
      done={{ title: "Payout reversed", description: `${amount} is owed to ${payout.affiliateName} again.` }}
      onConfirm={(reason) => reversePayout(payout.id, reason)}
      onClose={onClose}
    />
  );
}
