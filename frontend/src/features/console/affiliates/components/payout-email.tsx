import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import type { Affiliate } from "../api";

/** When someone changed where the money goes: lately, it is worth a question before paying. */
export function PayoutEmailChange({ affiliate }: { affiliate: Affiliate }) {
  const { tenant } = useMe();
  const { payoutEmailChangedAt: changedAt, payoutEmailIsNew: isNew } = affiliate;
  if (!changedAt) return null;
  const when = formatMoment(changedAt, tenant.timezone);
  if (!isNew)
    return (
      <span>
        <Trans>Payout email changed {when}</Trans>
      </span>
    );
  return (
    <span className="flex items-start gap-1 font-medium text-danger">
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <Trans>
        Payout email changed {when}, less than 14 days ago. Check with the affiliate before you pay.
      </Trans>
    </span>
  );
}
