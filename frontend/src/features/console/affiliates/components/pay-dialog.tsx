import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { formatMoney } from "@/lib/format";
import type { Affiliate } from "../api";
import { usePay } from "../use-pay";
import { partsInWords } from "../words";
import { AddressChange } from "./payout-address";

interface Props {
  affiliate: Affiliate;
  currency: string;
  onClose: () => void;
}

/** The last look before a payout is recorded. */
export function PayDialog({ affiliate, currency, onClose }: Props) {
  const pay = usePay();
  const left = partsInWords(
    { payable: 0, pending: affiliate.commissionPending, held: affiliate.commissionHeld },
    (sum) => formatMoney(sum, currency),
  );
  const amount = formatMoney(affiliate.commissionPayable, currency);
  return (
    <ConfirmDialog
      title={`Pay ${amount} to ${affiliate.name}?`}
      description={
        <>
          This records the payment. Send the money to {affiliate.paypalEmail} yourself, or with the payment
          file of the payouts page.
          {left && ` Stays unpaid: ${left}.`}
          {affiliate.payoutAddressIsNew && (
            <span className="mt-3 block">
              <AddressChange affiliate={affiliate} />
            </span>
          )}
        </>
      }
      confirm={`Record ${amount} as paid`}
      // The toast tells of a failure.
      onConfirm={() => pay.mutateAsync(affiliate).catch(() => undefined)}
      onClose={onClose}
    />
  );
}
