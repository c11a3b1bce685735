import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { sellerDataLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { readNumber } from "@/lib/amounts";
import { ApiError, sentenceOf } from "@/lib/errors";
import { changeSeller, type Seller, type SellerChange, sellerQuery } from "../api";

/** Who sells. Documents that were issued stay as they are. */
export function SellerForm({ seller }: { seller: Seller }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: SellerChange) => changeSeller(body),
    onSuccess: () => toast({ title: t`Saved`, description: t`Shown on documents from now on.` }),
    onSettled: () => client.invalidateQueries(sellerQuery),
  });
  const fields = save.error instanceof ApiError ? (save.error.body?.fields ?? []) : [];
  const problem = (name: keyof SellerChange) => fields.find(({ field }) => field === name)?.message;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    // What is no number is refused by the server, beside its field.
    const vat = text("vatPercent");
    save.mutate({
      legalName: text("legalName"),
      registrationNumber: text("registrationNumber"),
      taxId: text("taxId"),
      address: text("address"),
      bankAccount: text("bankAccount"),
      vatPercent: vat ? String(readNumber(vat) ?? vat) : null,
      paymentDays: Number(text("paymentDays") || 0),
      footer: text("footer"),
    });
  }

  const field = (name: Exclude<keyof SellerChange, "vatPercent" | "paymentDays">) => ({
    name,
    defaultValue: seller[name],
    maxLength: sellerDataLimits[name].maxLength,
    error: problem(name),
  });
  return (
    <Panel
      title={t`On receipts and invoices`}
      description={t`Without these, documents carry the company's name alone. What is issued stays as it was.`}
    >
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0" noValidate>
        <div className="sm:col-span-2">
          <TextField label={t`Registered name`} {...field("legalName")} />
        </div>
        <TextField label={t`Registration number`} {...field("registrationNumber")} />
        <TextField label={t`Tax number`} {...field("taxId")} />
        <div className="sm:col-span-2">
          <Field label={t`Address`} error={problem("address")}>
            {(props) => (
              <textarea
                {...props}
                name="address"
                rows={3}
                defaultValue={seller.address}
                maxLength={sellerDataLimits.address.maxLength}
                className={controlClass("py-2.5")}
              />
            )}
          </Field>
        </div>
        <div className="sm:col-span-2">
          <TextField label={t`Bank account`} {...field("bankAccount")} />
        </div>
        <TextField
          label={t`Value added tax in the prices, in percent`}
          hint={t`Empty if you charge none.`}
          name="vatPercent"
          inputMode="decimal"
          defaultValue={seller.vatPercent ?? ""}
          error={problem("vatPercent")}
        />
        <TextField
          label={t`Payment terms, in days`}
          hint={t`From the date of an invoice. 0: due at once.`}
          name="paymentDays"
          inputMode="numeric"
          defaultValue={seller.paymentDays}
          error={problem("paymentDays")}
        />
        <div className="sm:col-span-2">
          <TextField label={t`Footer`} {...field("footer")} />
        </div>
        <div className="grid gap-2 sm:col-span-2">
          <FormProblem text={save.error && fields.length === 0 ? sentenceOf(save.error) : null} />
          <Button type="submit" className="justify-self-start" disabled={save.isPending}>
            {save.isPending ? t`Saving…` : t`Save`}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
