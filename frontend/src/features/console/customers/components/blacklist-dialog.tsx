import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { blacklistRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { type CustomerDetail, customersKey, setBlacklisted } from "../api";

/** Puts a customer on the blacklist, with the reason that the desk reads. */
export function BlacklistDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <ReasonDialog
      title={t`Put ${{ customer: customer.name }} on the blacklist`}
      description={t`The desk is warned when someone books with one of their email addresses or phone numbers. The visitor doesn't see the warning, and no booking is refused automatically.`}
      hint={t`The team reads it, and the customer in a copy of their data.`}
      maxLength={blacklistRequestLimits.reason.maxLength}
      confirm={t`Put on the blacklist`}
      done={{ title: t`Put on the blacklist` }}
      onConfirm={async (reason) => {
        await setBlacklisted(customer.id, reason);
        await client.invalidateQueries({ queryKey: customersKey });
      }}
      onClose={onClose}
    />
  );
}
