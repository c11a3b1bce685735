import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { invoicesKey } from "@/features/console/shared/invoices";
import { formatDay, formatMoney } from "@/lib/format";
import { type InvoicePreview, invoicePreviewQuery, issueInvoice, previewFileOf } from "../api";
import { useMoneyForm } from "../use-money-form";

interface Props {
  bookingId: string;
  onClose: () => void;
}

/** Shows the invoice before it gets its number, which cannot be taken back. */
export function InvoiceDialog({ bookingId, onClose }: Props) {
  const { t } = useLingui();
  const query = useQuery(invoicePreviewQuery(bookingId));
  return (
    <Dialog
      title={t`Issue invoice`}
      description={t`An issued invoice gets the next number and can't be changed, only voided by a credit note.`}
      onClose={onClose}
      isWide
    >
      <QueryBoundary query={query} skeleton={<Skeleton className="h-40" />}>
        {(preview) => <Preview bookingId={bookingId} preview={preview} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

function Preview({ bookingId, preview, onClose }: Props & { preview: InvoicePreview }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const canEmail = preview.customerEmail.includes("@");
  const [email, setEmail] = useState(canEmail);
  const form = useMoneyForm({
    bookingId,
    done: t`Invoice issued`,
    onDone: () => {
      void client.invalidateQueries({ queryKey: invoicesKey });
      onClose();
    },
  });
  const shown = (amount: number) => formatMoney(amount, preview.currency);
  const sums: [string, string][] = [
    ...(preview.vatPercent === null
      ? []
      : [[t`VAT ${{ percent: preview.vatPercent }}%, included`, shown(preview.vat)] as [string, string]]),
    [t`Paid`, shown(preview.paid)],
    [
      preview.dueOn ? t`Amount due by ${{ day: formatDay(preview.dueOn) }}` : t`Amount due`,
      shown(Math.max(0, preview.due)),
    ],
  ];
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.send(() => issueInvoice(bookingId, { total: preview.total, email }));
      }}
    >
      <p className="font-semibold">{preview.customerName}</p>
      <dl className="tabular grid gap-1.5 text-sm">
        {preview.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and the list does not change
          <div key={place} className="flex justify-between gap-4">
            <dt className="min-w-0 break-words">
              {line.label}
              {line.quantity > 1 && <span className="text-muted"> × {line.quantity}</span>}
            </dt>
            <dd className="whitespace-nowrap">{shown(line.amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 text-base font-bold">
          <dt>{t`Total`}</dt>
          <dd>{shown(preview.total)}</dd>
        </div>
        {sums.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4 text-slate">
            <dt>{name}</dt>
            <dd className="whitespace-nowrap">{amount}</dd>
          </div>
        ))}
      </dl>
      <a
        className="flex min-h-11 items-center gap-2 justify-self-start font-semibold text-pine underline underline-offset-4"
        href={previewFileOf(bookingId)}
        target="_blank"
        rel="noreferrer"
      >
        <FileText aria-hidden size={18} /> <Trans>Preview PDF</Trans>
      </a>
      {canEmail && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={email}
            onChange={(event) => setEmail(event.target.checked)}
          />
          <span className="min-w-0 break-words">{t`Email it to ${{ address: preview.customerEmail }}`}</span>
        </label>
      )}
      <FormProblem text={form.problem} />
      <Button type="submit" disabled={form.isPending}>
        {form.isPending ? t`Saving…` : t`Issue invoice`}
      </Button>
    </form>
  );
}
