import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoney } from "@/lib/money";
import type { Affiliate } from "../queries";
import { usePay } from "../use-pay";
import { AddressChange } from "./payout-address";

interface Props {
  affiliate: Affiliate;
  currency: string;
  onClose: () => void;
}

/** The last look before a payout is recorded. */
export function PayDialog({ affiliate, currency, onClose }: Props) {
  const pay = usePay();
  const held = affiliate.commissionHeld > 0;
  const amount = formatMoney(affiliate.commissionPayable, currency);
  return (
    <ConfirmDialog
      title={`Pay ${amount} to ${affiliate.name}?`}
      description={
        <>
          {affiliate.paypalEmail
            ? `This records the payment. Send the money to ${affiliate.paypalEmail} yourself, or with the payment file of the payouts page.`
            : "No payout address is known for this affiliate; this only records the payment."}
          {held && ` ${formatMoney(affiliate.commissionHeld, currency)} on hold stay unpaid.`}
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
