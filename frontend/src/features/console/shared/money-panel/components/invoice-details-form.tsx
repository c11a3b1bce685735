import { useLingui } from "@lingui/react/macro";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { invoiceDraftRequestLimits as draftLimits, billToLimits as limits } from "@/api/limits.gen";
import { Skeleton } from "@/components/console/skeleton";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { AreaInput, SelectInput, TextInput } from "@/components/forms/fields";
import { FormMessages } from "@/components/forms/save-bar";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { draftsKey } from "@/features/console/shared/money-panel/api";
import { compareTexts, loadRegionNames } from "@/lib/format";
import { activeLanguage, languageName } from "@/lib/i18n";
import {
  type DraftValues,
  draftOf,
  type InvoicePreview,
  invoicePreviewQuery,
  moneyKey,
  saveDraft,
} from "../api";

interface Props {
  bookingId: string;
  preview: InvoicePreview;
  onDone: () => void;
}

/** What is decided of an invoice before it is issued, saved as a draft. */
export function InvoiceDetailsForm(props: Props) {
  return (
    <Suspense fallback={<Skeleton className="h-60" />}>
      <Fields {...props} />
    </Suspense>
  );
}

function Fields({ bookingId, preview, onDone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: nameOf } = useSuspenseQuery({
    queryKey: ["region-names", activeLanguage()],
    queryFn: loadRegionNames,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useVersionedForm<InvoicePreview, DraftValues, number>({
    query: invoicePreviewQuery(bookingId),
    data: preview,
    read: (data) => ({
      values: draftOf(data),
      revision: data.draft?.revision ?? 0,
      by: data.draft?.savedBy,
      at: data.draft?.savedAt,
      isNew: !data.draft,
    }),
    save: (values, revision) => saveDraft(bookingId, values, revision),
    onSaved: () => {
      toast({ title: t`Draft saved` });
      void client.invalidateQueries({ queryKey: moneyKey(bookingId) });
      void client.invalidateQueries({ queryKey: draftsKey });
      onDone();
    },
  });
  const { control, isSaving } = form;
  const countries = preview.countries
    .map((country) => [country, nameOf(country)] as const)
    .sort(([, one], [, other]) => compareTexts(one, other));
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0" onSubmit={form.onSubmit}>
      <div className="sm:col-span-2">
        <TextInput
          control={control}
          name="billTo.name"
          label={t`Company`}
          hint={t`Leave empty to issue the invoice to ${{ customer: preview.customerName }}.`}
          autoComplete="off"
          maxLength={limits.name.maxLength}
        />
      </div>
      <div className="sm:col-span-2">
        <AreaInput
          control={control}
          name="billTo.address"
          label={t`Address`}
          rows={3}
          maxLength={limits.address.maxLength}
        />
      </div>
      <SelectInput control={control} name="billTo.country" label={t`Country`}>
        <option value="">{t`Not set`}</option>
        {countries.map(([country, name]) => (
          <option key={country} value={country}>
            {name}
          </option>
        ))}
      </SelectInput>
      <TextInput
        control={control}
        name="billTo.vatNumber"
        label={t`VAT number`}
        autoComplete="off"
        maxLength={limits.vatNumber.maxLength}
      />
      <p className="text-sm text-slate sm:col-span-2">{t`Remembered for this customer's next invoices.`}</p>
      <TextInput
        control={control}
        name="dueOn"
        type="date"
        label={t`Due date`}
        hint={t`Empty: by your payment terms.`}
        parse={(text) => text || null}
      />
      <SelectInput
        control={control}
        name="language"
        label={t`Language`}
        options={preview.languages.map((language) => [language, languageName(language)] as const)}
      />
      <div className="sm:col-span-2">
        <TextInput
          control={control}
          name="orderNumber"
          label={t`Customer's order number`}
          autoComplete="off"
          maxLength={draftLimits.orderNumber.maxLength}
        />
      </div>
      <div className="sm:col-span-2">
        <AreaInput
          control={control}
          name="note"
          label={t`Note on the invoice`}
          rows={3}
          maxLength={draftLimits.note.maxLength}
        />
      </div>
      <div className="grid gap-2 sm:col-span-2">
        <FormMessages form={form} />
        <div className="flex flex-wrap justify-end gap-2">
          <CancelEdit disabled={isSaving} onCancel={onDone} />
          <Button type="submit" disabled={isSaving || !form.isDirty}>
            {isSaving ? t`Saving…` : t`Save draft`}
          </Button>
        </div>
      </div>
    </form>
  );
}
