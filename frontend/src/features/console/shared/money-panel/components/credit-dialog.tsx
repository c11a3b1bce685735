import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { creditRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { invoicesKey } from "@/features/console/shared/invoices";
import { creditInvoice, type Document } from "../api";
import { useMoneyForm } from "../use-money-form";

interface Props {
  bookingId: string;
  invoice: Document;
  onClose: () => void;
}

/** Voids an invoice by a credit note, which is the only way. */
export function CreditDialog({ bookingId, invoice, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const form = useMoneyForm({
    bookingId,
    done: t`The credit note is issued`,
    onDone: () => {
      void client.invalidateQueries({ queryKey: invoicesKey });
      onClose();
    },
  });
  return (
    <Dialog
      title={t`Void invoice ${{ number: invoice.number }}?`}
      description={t`A credit note with a number of its own voids it. Both are kept; payments stay as they are.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.send(() => creditInvoice(invoice.id, reason));
        }}
      >
        <TextField
          label={t`Reason`}
          hint={t`It stands on the credit note.`}
          required
          autoFocus
          value={reason}
          maxLength={creditRequestLimits.reason.maxLength}
          error={form.errorOf("reason")}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormProblem text={form.problem} />
        <Button type="submit" look="risky" disabled={!reason.trim() || form.isPending}>
          {form.isPending ? t`Saving…` : t`Issue the credit note`}
        </Button>
      </form>
    </Dialog>
  );
}
