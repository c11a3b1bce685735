import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type Control, useForm } from "react-hook-form";
import { sellerDataLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { AreaInput, NumberInput, TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { useCompanyTexts } from "@/features/console/shared/company-texts";
import { languageName } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import { changeSeller, type Seller, sellerQuery } from "../api";

const valuesOf = (seller: Seller) => ({
  legalName: seller.legalName,
  registrationNumber: seller.registrationNumber,
  taxId: seller.taxId,
  address: seller.address,
  bankAccount: seller.bankAccount,
  vatPercent: seller.vatPercent === null ? null : Number(seller.vatPercent),
  vatRates: seller.vatRates,
  vatByItem: seller.vatByItem as Record<string, number | null>,
  taxLabel: seller.taxLabel,
  paymentDays: seller.paymentDays,
  paymentTerms: Object.fromEntries(
    siteConfig().tenant.languages.map((language) => [language, seller.paymentTerms[language] ?? ""]),
  ),
  footer: seller.footer,
});

type TextName = Exclude<keyof typeof limits, "paymentDays" | "vatPercent" | "vatByItem">;

const MAX_TERMS = 500;
const kinds = ["rental", "insurance", "service", "delivery", "damage", "deposit"] as const;
// A rate of 0 is outside VAT.
const rateLimits = { ...limits.vatPercent, minimum: 0 };
const textOf = (percent: number | null) => (percent === null ? null : String(percent));

/** Who sells. Documents that were issued stay as they are. */
export function SellerForm({ seller }: { seller: Seller }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ values: valuesOf(seller), resetOptions: { keepDirtyValues: true } });
  const { control, formState } = form;
  const { onSubmit, problem } = useSubmit(form, async (values) => {
    const { vatPercent, vatRates, vatByItem, paymentTerms } = values;
    await changeSeller({
      ...values,
      vatPercent: textOf(vatPercent),
      paymentTerms: Object.fromEntries(Object.entries(paymentTerms).filter(([, text]) => text.trim())),
      vatRates: Object.fromEntries(kinds.map((kind) => [kind, textOf(vatRates[kind])])),
      vatByItem: Object.fromEntries(
        Object.entries(vatByItem).flatMap(([code, rate]) => (rate === null ? [] : [[code, String(rate)]])),
      ),
    });
    form.reset(values);
    toast({ title: t`Saved`, description: t`Shown on documents from now on.` });
    await client.invalidateQueries(sellerQuery);
  });
  useUnsavedWork(formState.isDirty);
  const text = (name: TextName) => ({
    control,
    name,
    maxLength: limits[name].maxLength,
  });
  return (
    <Panel
      title={t`On receipts and invoices`}
      description={t`Without these, documents carry the company's name alone. What is issued stays as it was.`}
    >
      <form onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0" noValidate>
        <div className="sm:col-span-2">
          <TextInput label={t`Registered name`} {...text("legalName")} />
        </div>
        <TextInput label={t`Registration number`} {...text("registrationNumber")} />
        <TextInput label={t`Tax number`} {...text("taxId")} />
        <div className="sm:col-span-2">
          <AreaInput label={t`Address`} rows={3} {...text("address")} />
        </div>
        <div className="sm:col-span-2">
          <TextInput label={t`Bank account`} {...text("bankAccount")} />
        </div>
        <NumberInput
          control={control}
          name="vatPercent"
          label={t`VAT included in prices, %`}
          hint={t`Empty if you charge none.`}
          limits={limits.vatPercent}
        />
        <TextInput
          label={t`Name of the tax`}
          hint={t`On documents in any language, such as GST. Empty: VAT in the document's language.`}
          {...text("taxLabel")}
        />
        <VatRates control={control} />
        <NumberInput
          control={control}
          name="paymentDays"
          label={t`Payment terms, in days`}
          hint={t`From the date of an invoice. 0: due at once.`}
          digits={0}
          empty={0}
          limits={limits.paymentDays}
        />
        <PaymentTerms control={control} />
        <div className="sm:col-span-2">
          <TextInput label={t`Footer`} {...text("footer")} />
        </div>
        <div className="grid gap-2 sm:col-span-2">
          <FormProblem text={problem} />
          <Button type="submit" className="justify-self-start" disabled={formState.isSubmitting}>
            {formState.isSubmitting ? t`Saving…` : t`Save`}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** The text about the payment in each of the company's languages. */
function PaymentTerms({ control }: { control: Control<ReturnType<typeof valuesOf>> }) {
  const { t } = useLingui();
  const { languages } = siteConfig().tenant;
  const placeholders = "{due_date} {days}";
  return (
    <details className="sm:col-span-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t`Text of the payment terms`}</summary>
      <p className="text-sm text-slate">
        {t`Printed on unpaid invoices instead of the due date's sentence, and in their emails. Filled in: ${{ placeholders }}`}
      </p>
      <div className="mt-3 grid gap-4">
        {languages.map((language, place) => (
          <AreaInput
            key={language}
            control={control}
            name={`paymentTerms.${language}`}
            label={languageName(language)}
            lang={language}
            rows={2}
            maxLength={MAX_TERMS}
            placeholder={place > 0 ? t`As in ${{ language: languageName(languages[0] ?? "") }}` : undefined}
          />
        ))}
      </div>
    </details>
  );
}

/** The rates that differ from the company's, by kind of line, and of single services and protections. */
function VatRates({ control }: { control: Control<ReturnType<typeof valuesOf>> }) {
  const { t } = useLingui();
  const names: Record<(typeof kinds)[number], string> = {
    rental: t`Rental`,
    insurance: t`Insurance`,
    service: t`Services`,
    delivery: t`Delivery`,
    damage: t`Damage`,
    deposit: t`Kept deposits`,
  };
  const { insurance, services } = useCompanyTexts();
  const items = [
    ...insurance.map(({ code, label }) => ({ code: `insurance:${code}`, label })),
    ...services.map(({ code, label }) => ({ code, label })),
  ];
  return (
    <details className="sm:col-span-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t`Other VAT rates`}</summary>
      <p className="text-sm text-slate">
        {t`In percent, by kind of line. Empty: the rate above; damage and kept deposits are outside VAT. 0: outside VAT.`}
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-3 [&>*]:min-w-0">
        {kinds.map((kind) => (
          <NumberInput
            key={kind}
            control={control}
            name={`vatRates.${kind}`}
            label={names[kind]}
            limits={rateLimits}
          />
        ))}
      </div>
      <h3 className="mt-4 font-semibold">{t`Single services and protections`}</h3>
      <p className="text-sm text-slate">{t`In percent. Empty: the rate of its kind. 0: outside VAT.`}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-3 [&>*]:min-w-0">
        {items.map(({ code, label }) => (
          <NumberInput
            key={code}
            control={control}
            name={`vatByItem.${code}`}
            label={label}
            limits={rateLimits}
          />
        ))}
      </div>
    </details>
  );
}
