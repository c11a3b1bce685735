import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "@/lib/format";
import { type Commission, refuseCommission } from "../api";
import { ReasonDialog } from "./reason-dialog";

interface Props {
  commission: Commission;
  currency: string;
  onClose: () => void;
}

/** Refuses a held commission, with a reason that the affiliate reads. */
export function RefuseDialog({ commission, currency, onClose }: Props) {
  const { t } = useLingui();
  const amount = formatMoney(commission.commissionAmount, currency);
  return (
    <ReasonDialog
      title={t`Refuse ${amount} for ${{ reference: commission.reference }}?`}
      description={t`It is owed no longer. The booking stays as it is, and you can take the refusal back.`}
      hint={t`The affiliate reads this. Do not name the guest.`}
      missing={t`Please say why the commission is refused`}
      confirm={t`Refuse the commission`}
      failed={t`The commission could not be refused just now. It is still on hold.`}
      done={{
        title: t`Refused`,
        description: t`${amount} is owed no longer. The affiliate sees your reason.`,
      }}
      onConfirm={(reason) => refuseCommission(commission.bookingId, reason)}
      onClose={onClose}
    />
  );
}
