import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { termsRequestLimits as limits } from "@/api/limits.gen";
import type { components } from "@/api/schema.gen";
import { CheckInput, NumberInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";

type Terms = components["schemas"]["TermsResponse"];
type TermsBody = components["schemas"]["TermsRequest"];

const key = "/api/admin/handover/terms";

export const termsQuery = queryOptions({
  queryKey: [key],
  queryFn: () => bodyOf(api.GET(key)),
  staleTime: 0,
});

function changeTerms(body: TermsBody) {
  return api.PUT(key, { body });
}

const numbersOf = (terms: Terms) => ({
  fuelEighth: Number(terms.fuelEighth),
  cleaning: Number(terms.cleaning),
  damage: Number(terms.damage),
  driversMayChange: terms.driversMayChange,
  fineFee: Number(terms.fineFee),
  tollFee: Number(terms.tollFee),
  parkingFee: Number(terms.parkingFee),
});

/** What missing fuel, cleaning and damage cost, and handling fees. */
export function TermsForm({ terms }: { terms: Terms }) {
  const { t } = useLingui();
  const { currency } = terms;
  const client = useQueryClient();
  const form = useForm({ values: numbersOf(terms), resetOptions: { keepDirtyValues: true } });
  const { control, formState } = form;
  const { onSubmit, problem } = useSubmit(form, async (values) => {
    const price = (amount: number) => amount.toFixed(2);
    const { fuelEighth, cleaning, damage, fineFee, tollFee, parkingFee } = values;
    await changeTerms({
      ...values,
      fuelEighth: price(fuelEighth),
      cleaning: price(cleaning),
      damage: price(damage),
      fineFee: price(fineFee),
      tollFee: price(tollFee),
      parkingFee: price(parkingFee),
    });
    form.reset(values);
    toast({ title: t`Return costs saved` });
    await client.invalidateQueries(termsQuery);
  });
  useUnsavedWork(formState.isDirty);
  return (
    <form noValidate className="grid max-w-md gap-4" onSubmit={onSubmit}>
      <NumberInput
        control={control}
        name="fuelEighth"
        label={t`Fuel, per missing eighth of the tank (${currency})`}
        hint={t`Not charged with prepaid fuel.`}
        empty={0}
        limits={limits.fuelEighth}
      />
      <NumberInput
        control={control}
        name="cleaning"
        label={t`Cleaning (${currency})`}
        empty={0}
        limits={limits.cleaning}
      />
      <NumberInput
        control={control}
        name="damage"
        label={t`New damage (${currency})`}
        hint={t`Suggested amount, up to the excess of the customer's insurance.`}
        empty={0}
        limits={limits.damage}
      />
      <CheckInput
        control={control}
        name="driversMayChange"
        label={t`Drivers may change or waive costs in the yard`}
      />
      <fieldset className="grid gap-4 border-t border-line pt-4">
        <legend className="sr-only">{t`Handling fees`}</legend>
        <p className="text-sm text-slate">
          <Trans>Handling fees, added when a fine or toll is charged to the customer.</Trans>
        </p>
        <NumberInput
          control={control}
          name="fineFee"
          label={t`Per fine (${currency})`}
          empty={0}
          limits={limits.fineFee}
        />
        <NumberInput
          control={control}
          name="tollFee"
          label={t`Per toll (${currency})`}
          empty={0}
          limits={limits.tollFee}
        />
        <NumberInput
          control={control}
          name="parkingFee"
          label={t`Per parking charge (${currency})`}
          empty={0}
          limits={limits.parkingFee}
        />
      </fieldset>
      <FormProblem text={problem} />
      <Button type="submit" className="justify-self-start" disabled={formState.isSubmitting}>
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
