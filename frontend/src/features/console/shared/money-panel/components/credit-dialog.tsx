import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { creditRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { invoicesKey } from "@/features/console/shared/invoices";
import { creditInvoice, type Document, moneyKey } from "../api";

interface Props {
  bookingId: string;
  invoice: Document;
  onClose: () => void;
}

/** Voids an invoice by a credit note, which is the only way. */
export function CreditDialog({ bookingId, invoice, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <ReasonDialog
      title={t`Void invoice ${{ number: invoice.number }}?`}
      description={t`A credit note with its own number voids the invoice. Both are kept; payments don't change.`}
      hint={t`Shown on the credit note.`}
      maxLength={creditRequestLimits.reason.maxLength}
      look="risky"
      confirm={t`Issue credit note`}
      done={{ title: t`Credit note issued` }}
      onConfirm={(reason) =>
        creditInvoice(invoice.id, reason).finally(() =>
          Promise.all(
            [moneyKey(bookingId), invoicesKey].map((queryKey) => client.invalidateQueries({ queryKey })),
          ),
        )
      }
      onClose={onClose}
    />
  );
}
