import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useForm } from "react-hook-form";
import { billToLimits as limits } from "@/api/limits.gen";
import { Skeleton } from "@/components/console/skeleton";
import { AreaInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { compareTexts, loadRegionNames } from "@/lib/format";
import { activeLanguage } from "@/lib/i18n";
import { type InvoicePreview, moneyKey, setBillTo } from "../api";

interface Props {
  bookingId: string;
  preview: InvoicePreview;
  onDone: () => void;
}

const EMPTY = { name: "", address: "", country: "", vatNumber: "" };

/** The company that an invoice is issued to; without a name it is issued to the customer. */
export function BillToForm(props: Props) {
  return (
    <Suspense fallback={<Skeleton className="h-60" />}>
      <Fields {...props} />
    </Suspense>
  );
}

function Fields({ bookingId, preview, onDone }: Props) {
  const { t } = useLingui();
  const { data: nameOf } = useSuspenseQuery({
    queryKey: ["region-names", activeLanguage()],
    queryFn: loadRegionNames,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useForm({ defaultValues: { ...EMPTY, ...preview.billTo } });
  const { control } = form;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: typeof EMPTY) => setBillTo(bookingId, values),
    { refresh: [moneyKey(bookingId)], onDone },
  );
  const countries = preview.countries
    .map((country) => [country, nameOf(country)] as const)
    .sort(([, one], [, other]) => compareTexts(one, other));
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0" onSubmit={onSubmit}>
      <div className="sm:col-span-2">
        <TextInput
          control={control}
          name="name"
          label={t`Company`}
          hint={t`Leave empty to issue the invoice to ${{ customer: preview.customerName }}.`}
          autoComplete="off"
          maxLength={limits.name.maxLength}
        />
      </div>
      <div className="sm:col-span-2">
        <AreaInput
          control={control}
          name="address"
          label={t`Address`}
          rows={3}
          maxLength={limits.address.maxLength}
        />
      </div>
      <SelectInput control={control} name="country" label={t`Country`}>
        <option value="">{t`Not set`}</option>
        {countries.map(([country, name]) => (
          <option key={country} value={country}>
            {name}
          </option>
        ))}
      </SelectInput>
      <TextInput
        control={control}
        name="vatNumber"
        label={t`VAT number`}
        autoComplete="off"
        maxLength={limits.vatNumber.maxLength}
      />
      <p className="text-sm text-slate sm:col-span-2">{t`Remembered for this customer's next invoices.`}</p>
      <div className="grid gap-2 sm:col-span-2">
        <FormProblem text={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" disabled={isPending} onClick={onDone}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? t`Saving…` : t`Save`}
          </Button>
        </div>
      </div>
    </form>
  );
}
