import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoney } from "@/lib/format";
import type { Affiliate } from "../api";
import { usePay } from "../use-pay";
import { partsInWords } from "../words";
import { PayoutEmailChange } from "./payout-email";

interface Props {
  affiliate: Affiliate;
  currency: string;
  onClose: () => void;
}

/** The last look before a payout is recorded. */
export function PayDialog({ affiliate, currency, onClose }: Props) {
  const { t } = useLingui();
  const pay = usePay();
  const left = partsInWords(
    { payable: 0, pending: affiliate.commissionPending, held: affiliate.commissionHeld },
    (sum) => formatMoney(sum, currency),
  );
  const address = affiliate.paypalEmail;
  const amount = formatMoney(affiliate.commissionPayable, currency);
  return (
    <ConfirmDialog
      title={t`Pay ${amount} to ${{ name: affiliate.name }}?`}
      description={
        <>
          <Trans>
            This only records the payout. Send the money to {address} yourself, or use the payment file on the
            Payouts page.
          </Trans>
          {left && (
            <>
              {" "}
              <Trans>Remaining unpaid: {left}.</Trans>
            </>
          )}
          {affiliate.payoutEmailIsNew && (
            <span className="mt-3 block">
              <PayoutEmailChange affiliate={affiliate} />
            </span>
          )}
        </>
      }
      confirm={t`Record payout of ${amount}`}
      // The toast shows the failure.
      onConfirm={() => pay.mutateAsync(affiliate).catch(() => undefined)}
      onClose={onClose}
    />
  );
}
