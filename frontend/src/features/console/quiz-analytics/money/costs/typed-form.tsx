import { zodResolver } from "@hookform/resolvers/zod";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { readAmount } from "@/lib/amounts";
import { typeCosts } from "../api";

const say = (message: ReturnType<typeof msg>) => ({ error: () => i18n._(message) });
const day = z.string().min(1, say(msg`Please choose a day`));
const schema = z.object({
  source: z.string().trim().min(1, say(msg`Please enter a source`)).max(200),
  campaign: z.string().trim().min(1, say(msg`Please enter a campaign`)).max(200),
  firstDay: day,
  lastDay: day,
  amount: z.string().refine((text) => readAmount(text) !== null, say(msg`Please enter an amount`)),
  currency: z.string(),
});
type Form = z.infer<typeof schema>;

interface Props {
  currency: string;
  onDone: () => Promise<void>;
}

/** What a campaign cost on some days, where there is no report. */
export function TypedForm({ currency, onDone }: Props) {
  const { t } = useLingui();
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: { source: "google", campaign: "", firstDay: "", lastDay: "", amount: "", currency },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: Form) =>
      typeCosts({
        ...values,
        currency: values.currency.toUpperCase(),
        amount: readAmount(values.amount) ?? 0,
      }),
    {
      done: { title: t`Costs saved` },
      onDone: () => {
        form.reset({ ...form.getValues(), campaign: "", amount: "" });
        return onDone();
      },
    },
  );
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
      <TextField
        label={t`utm_source of its links`}
        error={errors.source?.message}
        maxLength={200}
        {...form.register("source")}
      />
      <TextField
        label={t`Campaign`}
        error={errors.campaign?.message}
        maxLength={200}
        {...form.register("campaign")}
      />
      <TextField
        label={t`First day`}
        type="date"
        error={errors.firstDay?.message}
        {...form.register("firstDay")}
      />
      <TextField
        label={t`Last day`}
        type="date"
        error={errors.lastDay?.message}
        {...form.register("lastDay")}
      />
      <TextField
        label={t`Spent`}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <TextField
        label={t`Currency`}
        maxLength={3}
        error={errors.currency?.message}
        {...form.register("currency")}
      />
      <div className="flex flex-col gap-4 sm:col-span-2">
        <FormProblem text={problem} />
        <Button type="submit" className="self-start" disabled={isPending}>
          {isPending ? t`Saving…` : t`Add costs`}
        </Button>
      </div>
    </form>
  );
}
