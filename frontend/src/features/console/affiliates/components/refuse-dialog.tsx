import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { refuseRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { formatMoney } from "@/lib/format";
import { type Commission, refetchAffiliates, refuseCommission } from "../api";

interface Props {
  commission: Commission;
  currency: string;
  onClose: () => void;
}

/** Refuses a held commission, with a reason that the affiliate reads. */
export function RefuseDialog({ commission, currency, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const amount = formatMoney(commission.commissionAmount, currency);
  return (
    <ReasonDialog
      title={t`Refuse ${amount} for ${{ reference: commission.reference }}?`}
      description={t`It is owed no longer. The booking stays as it is, and you can take the refusal back.`}
      hint={t`The affiliate reads this. Do not name the guest.`}
      maxLength={refuseRequestLimits.reason.maxLength}
      confirm={t`Refuse the commission`}
      done={{
        title: t`Refused`,
        description: t`${amount} is owed no longer. The affiliate sees your reason.`,
      }}
      onConfirm={(reason) =>
        refuseCommission(commission.bookingId, reason).finally(() => refetchAffiliates(client))
      }
      onClose={onClose}
    />
  );
}
