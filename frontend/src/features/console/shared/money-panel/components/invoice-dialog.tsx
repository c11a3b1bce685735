import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Mail } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Badge } from "@/components/console/badge";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { CheckInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { bookingMessagesQuery } from "@/features/console/shared/messages-panel/api";
import { draftsKey, invoicesKey } from "@/features/console/shared/money-panel/api";
import { formatDay, formatMoment, formatMoney } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import {
  discardDraft,
  draftOf,
  emailProforma,
  type InvoicePreview,
  invoicePreviewQuery,
  issueInvoice,
  moneyKey,
  previewFileOf,
  proformaFileOf,
  saveDraft,
} from "../api";
import { InvoiceDetailsForm } from "./invoice-details-form";

const fileClass = "flex min-h-11 items-center gap-2 font-semibold text-pine underline underline-offset-4";

interface Props {
  bookingId: string;
  /** A draft can be discarded even if nothing can be invoiced any more. */
  hasDraft: boolean;
  onClose: () => void;
}

/** Shows the invoice before it gets its number, which cannot be taken back. It can be saved as a draft. */
export function InvoiceDialog({ bookingId, hasDraft, onClose }: Props) {
  const { t } = useLingui();
  const query = useQuery(invoicePreviewQuery(bookingId));
  const [isEditing, setEditing] = useState(false);
  return (
    <Dialog
      title={t`Issue invoice`}
      description={t`An issued invoice gets the next number and can't be changed, only voided by a credit note.`}
      onClose={onClose}
      isWide
    >
      <QueryBoundary query={query} skeleton={<Skeleton className="h-40" />}>
        {(preview) => (
          <>
            {isEditing && (
              <InvoiceDetailsForm bookingId={bookingId} preview={preview} onDone={() => setEditing(false)} />
            )}
            {/* Whether it is emailed is chosen here, and kept. */}
            <div hidden={isEditing}>
              <Preview
                bookingId={bookingId}
                preview={preview}
                onEdit={() => setEditing(true)}
                onClose={onClose}
              />
            </div>
          </>
        )}
      </QueryBoundary>
      {query.isError && hasDraft && (
        <div className="mt-4 flex justify-end">
          <DiscardDraft bookingId={bookingId} onDone={onClose} />
        </div>
      )}
    </Dialog>
  );
}

/** The booking and its recipient stay as they are. */
function DiscardDraft({ bookingId, onDone }: { bookingId: string; onDone: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useChange({ refresh: moneyKey(bookingId), failed: t`Couldn't discard the draft` });
  async function discard() {
    const isDone = await change(
      () => discardDraft(bookingId),
      () => ({ title: t`Draft discarded` }),
    );
    void client.invalidateQueries({ queryKey: draftsKey });
    if (isDone) onDone();
  }
  return (
    <>
      <Button look="risky" onClick={() => setAsking(true)}>
        {t`Discard draft`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Discard this draft?`}
          description={t`Its due date, order number and note are lost. The booking stays as it is.`}
          confirm={t`Discard draft`}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface PreviewProps {
  bookingId: string;
  onClose: () => void;
  preview: InvoicePreview;
  onEdit: () => void;
}

function Preview({ bookingId, preview, onEdit, onClose }: PreviewProps) {
  const { t } = useLingui();
  const canEmail = preview.customerEmail.includes("@");
  const form = useForm({ defaultValues: { email: canEmail } });
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ email }: { email: boolean }) =>
      issueInvoice(bookingId, { total: preview.total, revision: preview.draft?.revision ?? 0, email }),
    {
      refresh: [moneyKey(bookingId), invoicesKey, draftsKey],
      done: { title: t`Invoice issued` },
      onDone: onClose,
    },
  );
  const change = useChange({
    refresh: bookingMessagesQuery(bookingId).queryKey,
    failed: t`Couldn't email the document`,
  });
  const client = useQueryClient();
  const saving = useChange({ refresh: moneyKey(bookingId), failed: t`Couldn't save the draft` });
  async function saveAsDraft() {
    const isSaved = await saving(
      () => saveDraft(bookingId, draftOf(preview), 0),
      () => ({ title: t`Draft saved` }),
    );
    void client.invalidateQueries({ queryKey: draftsKey });
    if (isSaved) onClose();
  }
  const shown = (amount: number) => formatMoney(amount, preview.currency);
  const tax = preview.taxLabel;
  const sums: [string, string][] = [
    ...preview.vat
      .filter(({ percent }) => percent > 0)
      .map(({ percent, vat }): [string, string] => [
        tax ? t`${{ tax }} ${{ percent }}%, included` : t`VAT ${{ percent }}%, included`,
        shown(vat),
      ]),
    [t`Paid`, shown(preview.paid)],
    [
      preview.dueOn ? t`Amount due by ${{ day: formatDay(preview.dueOn) }}` : t`Amount due`,
      shown(Math.max(0, preview.due)),
    ],
  ];
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <DraftNotice preview={preview} />
      <BillTo preview={preview} onEdit={onEdit} />
      <Details preview={preview} />
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
      <div className="flex flex-wrap items-center gap-x-5">
        <a className={fileClass} href={previewFileOf(bookingId)} target="_blank" rel="noreferrer">
          <FileText aria-hidden size={18} /> <Trans>Preview PDF</Trans>
        </a>
        <a className={fileClass} href={proformaFileOf(bookingId)} target="_blank" rel="noreferrer">
          <FileText aria-hidden size={18} /> <Trans>Proforma PDF</Trans>
        </a>
        {canEmail && (
          <Button
            look="plain"
            className="-mx-2 min-h-11 px-2"
            onClick={() =>
              void change(
                () => emailProforma(bookingId),
                () => ({ title: t`The proforma invoice will be emailed to the customer` }),
              )
            }
          >
            <Mail aria-hidden size={18} /> <Trans>Email proforma</Trans>
          </Button>
        )}
      </div>
      {canEmail && (
        <CheckInput
          control={form.control}
          name="email"
          label={t`Email it to ${{ address: preview.customerEmail }}`}
        />
      )}
      <FormProblem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        {preview.draft ? (
          <DiscardDraft bookingId={bookingId} onDone={onClose} />
        ) : (
          <Button look="quiet" disabled={isPending} onClick={() => void saveAsDraft()}>
            {t`Save as draft`}
          </Button>
        )}
        <CancelButton disabled={isPending} />
        <Button type="submit" disabled={isPending}>
          {isPending ? t`Saving…` : t`Issue invoice`}
        </Button>
      </div>
    </form>
  );
}

/** When the draft was saved, and whether its booking changed since. */
function DraftNotice({ preview: { draft, currency } }: { preview: InvoicePreview }) {
  const { t } = useLingui();
  if (!draft) return null;
  const when = formatMoment(draft.savedAt);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-slate">
        <Badge>{t`Draft`}</Badge>
        {draft.savedBy ? t`Draft saved ${when} by ${{ who: draft.savedBy }}` : t`Draft saved ${when}`}
      </p>
      {draft.isChanged && (
        <p role="status" className="rounded-xl bg-sky p-3 text-sm">
          {t`The booking changed since then. These are today's lines; the total was ${{ amount: formatMoney(draft.savedTotal, currency) }}.`}
        </p>
      )}
    </div>
  );
}

/** What else is printed on the invoice. */
function Details({ preview }: { preview: InvoicePreview }) {
  const { t } = useLingui();
  const rows: [string, string][] = [
    [t`Language`, preview.languages.length > 1 ? languageName(preview.language) : ""],
    [t`Customer's order number`, preview.orderNumber],
    [t`Payment terms`, preview.terms],
    [t`Note on the invoice`, preview.note],
  ];
  const written = rows.filter(([, text]) => text);
  if (written.length === 0) return null;
  return (
    <dl className="grid gap-1.5 text-sm">
      {written.map(([name, text]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whom the invoice is issued to. */
function BillTo({ preview, onEdit }: { preview: InvoicePreview; onEdit: () => void }) {
  const { t } = useLingui();
  const { billTo, customerName } = preview;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="min-w-0 break-words">
        <p className="text-sm text-muted">
          <Trans>Bill to</Trans>
        </p>
        <p className="font-semibold">{billTo?.name ?? customerName}</p>
        {billTo && (
          <p className="text-sm whitespace-pre-line text-slate">
            {[billTo.address, billTo.vatNumber && t`VAT number ${{ number: billTo.vatNumber }}`, customerName]
              .filter(Boolean)
              .join("\n")}
          </p>
        )}
      </div>
      <Button look="plain" className="-mr-2 shrink-0 px-2" onClick={onEdit}>
        {t`Edit details…`}
      </Button>
    </div>
  );
}
