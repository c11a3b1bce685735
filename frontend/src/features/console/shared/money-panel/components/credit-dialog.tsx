import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { creditLineLimits, creditRequestLimits as limits } from "@/api/limits.gen";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Dialog } from "@/components/ui/dialog";
import { invoicesKey } from "@/features/console/shared/money-panel/api";
import { formatMoney } from "@/lib/format";
import { type Creditable, creditableQuery, creditInvoice, type Document, moneyKey } from "../api";

interface Props {
  bookingId: string;
  invoice: Document;
  onClose: () => void;
}

type What = "all" | "lines" | "amount";

interface Values {
  what: What;
  lines: (number | null)[];
  amount: number | null;
  reason: string;
}

/** Credits an invoice by a credit note, which is the only way: all that is left of it, some lines or an amount. */
export function CreditDialog(props: Props) {
  const { t } = useLingui();
  const query = useQuery(creditableQuery(props.invoice.id));
  const title = t`Credit invoice ${{ number: props.invoice.number }}`;
  if (query.data) return <CreditForm {...props} title={title} open={query.data} />;
  return (
    <Dialog title={title} onClose={props.onClose}>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-40" />}>
        {() => null}
      </QueryBoundary>
    </Dialog>
  );
}

function CreditForm({
  bookingId,
  invoice,
  onClose,
  title,
  open,
}: Props & { title: string; open: Creditable }) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: { what: "all", lines: open.lines.map(() => null), amount: null, reason: "" },
  });
  const { control } = form;
  const { what, lines, amount, reason } = form.watch();
  const shown = (value: number) => formatMoney(value, open.currency);
  // The server numbers what it is sent: each is named by its place in the invoice here.
  const chosen = open.lines.flatMap(({ line }) => {
    const value = lines[line];
    return typeof value === "number" && value > 0 ? [{ line, amount: value }] : [];
  });
  const sum = chosen.reduce((total, each) => total + Math.round(each.amount * 100), 0) / 100;
  const total = what === "all" ? open.left : what === "lines" ? sum : amount;
  const submit = useSubmit(
    form,
    (values: Values) =>
      creditInvoice(invoice.id, {
        reason: values.reason,
        lines: what === "lines" ? chosen : [],
        amount: what === "amount" ? values.amount : null,
      }),
    {
      refresh: [moneyKey(bookingId), invoicesKey],
      done: { title: t`Credit note issued` },
      onDone: onClose,
    },
  );
  return (
    <DialogForm
      title={title}
      description={t`A credit note gets its own number. Both documents are kept; payments don't change.`}
      submit={submit}
      look="risky"
      confirm={t`Issue credit note`}
      isBlocked={!reason.trim() || typeof total !== "number" || total < 0 || (what !== "all" && total === 0)}
      onClose={onClose}
    >
      <SelectInput control={control} name="what" label={t`What to credit`}>
        <option value="all">
          {invoice.credited ? t`All that is left` : t`The whole invoice, which voids it`}
        </option>
        <option value="lines">{t`Some lines`}</option>
        <option value="amount">{t`An amount`}</option>
      </SelectInput>
      {what === "lines" &&
        open.lines
          .filter(({ left }) => left > 0)
          .map(({ line, label, left }) => (
            <AmountInput
              key={line}
              control={control}
              name={`lines.${line}`}
              label={label}
              currency={open.currency}
              limits={creditLineLimits.amount}
              whole={left}
            />
          ))}
      {what === "amount" && (
        <AmountInput
          control={control}
          name="amount"
          label={t`Amount`}
          currency={open.currency}
          limits={limits.amount}
          whole={open.left}
          hint={t`Split over the VAT rates of the invoice.`}
        />
      )}
      {what !== "all" && (
        <p className="text-sm text-slate">
          {t`The rest stays invoiced, and the agreed price is lowered by the credit.`}
        </p>
      )}
      <TextInput
        control={control}
        name="reason"
        label={t`Reason`}
        hint={t`Shown on the credit note.`}
        required
        maxLength={limits.reason.maxLength}
      />
      <p className="tabular flex justify-between border-t border-line pt-3 text-lg font-bold" role="status">
        <span>{t`Credit`}</span>
        <span>{typeof total === "number" ? shown(total) : "–"}</span>
      </p>
    </DialogForm>
  );
}
