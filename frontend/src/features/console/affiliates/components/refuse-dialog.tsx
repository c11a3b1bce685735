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
      description={t`It's no longer owed. The booking doesn't change, and you can undo the refusal.`}
      hint={t`Visible to the affiliate. Don't include the customer's name.`}
      maxLength={refuseRequestLimits.reason.maxLength}
      confirm={t`Refuse commission`}
      done={{
        title: t`Refused`,
        description: t`${amount} is no longer owed. The affiliate can see your reason.`,
      }}
      onConfirm={(reason) =>
        refuseCommission(commission.bookingId, reason).finally(() => refetchAffiliates(client))
      }
      onClose={onClose}
    />
  );
}
