import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { formatCurrencyName } from "@/lib/format";
import { addRate, type Currencies, currenciesKey } from "../api";
import { type RateForm as Form, newRateOf, ratedCurrencies, rateSchema, readRate } from "../rules";
import { RatePreview } from "./rate-preview";

interface Props {
  currencies: Currencies;
  /** The currency that a new rate was asked for, elsewhere on the page. */
  asked: { currency: string } | null;
  timezone: string;
}

/** A new rate, from now or from a given day, with an example price before saving. */
export function RateForm({ currencies, asked, timezone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { charged, supported } = currencies;
  const first = ratedCurrencies(currencies)[0]?.currency ?? "USD";
  const form = useForm<Form>({
    resolver: zodResolver(rateSchema),
    defaultValues: { currency: first, rate: "", startsOn: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const { setValue, setFocus } = form;
  useEffect(() => {
    if (!asked) return;
    setValue("currency", asked.currency);
    setFocus("rate");
  }, [asked, setValue, setFocus]);
  const [code, typed, startsOn] = form.watch(["currency", "rate", "startsOn"]);
  const chosen = supported.find((item) => item.currency === code);
  const rate = readRate(typed);
  useUnsavedWork(Boolean(typed || startsOn));

  const { onSubmit, problem } = useSubmit(form, async (values: Form) => {
    const answer = await addRate(newRateOf(values));
    client.setQueryData(currenciesKey, answer);
    form.reset({ ...values, rate: "", startsOn: "" });
    const { currency } = values;
    toast({
      title: t`Rate for ${currency} added`,
      description: answer.shown.includes(currency)
        ? t`Existing bookings keep their rate.`
        : t`${currency} isn't offered to visitors yet. Select it in the list.`,
    });
  });

  return (
    <Panel
      title={t`New rate`}
      description={<Trans>Rates can't be edited. A new rate replaces the old one.</Trans>}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <SelectField label={t`Currency`} error={errors.currency?.message} {...form.register("currency")}>
          {supported.map(({ currency }) => (
            <option key={currency} value={currency}>
              {currency} – {formatCurrencyName(currency)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`${code} for 1 ${charged}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={chosen?.rate?.toString()}
          error={errors.rate?.message}
          {...form.register("rate")}
        />
        <TextField
          label={t`First day`}
          type="date"
          hint={t`Leave empty to start now. Days start at midnight in ${timezone}.`}
          error={errors.startsOn?.message}
          {...form.register("startsOn")}
        />
        {chosen && rate !== null && <RatePreview charged={charged} currency={chosen} rate={rate} />}
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Saving…` : t`Add rate`}
        </Button>
      </form>
    </Panel>
  );
}
