import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { accountingDataLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { type Accounting, accountingQuery, changeAccounting } from "../api";

const accountNames: Record<string, MessageDescriptor> = {
  cash: msg`Cash`,
  card: msg`Card`,
  online: msg`Online payments`,
  bank: msg`Bank`,
  transfers: msg`Cash in transit`,
  customers: msg`Customers`,
  deposits: msg`Deposits held`,
  kept_deposits: msg`Kept deposits`,
  reductions: msg`Price reductions`,
  till_differences: msg`Cash differences`,
  revenue: msg`Revenue with VAT`,
  revenue_untaxed: msg`Revenue without VAT`,
  vat: msg`VAT`,
  commissions: msg`Commissions`,
  affiliates: msg`Owed to affiliates`,
  commission_payouts: msg`Commission payouts`,
};
const charts = ["skr03", "skr04"] as const;

const valuesOf = ({ chart, accounts, consultantNumber, clientNumber }: Accounting) => ({
  chart,
  accounts: { ...accounts } as Record<string, string>,
  consultantNumber,
  clientNumber,
});

/** The accountant's numbers. What is exported keeps those it was made with. */
export function AccountingForm({ accounting }: { accounting: Accounting }) {
  const { t } = useLingui();
  const form = useForm({ values: valuesOf(accounting), resetOptions: { keepDirtyValues: true } });
  const { control, formState } = form;
  const { onSubmit, problem } = useSubmit(
    form,
    async (values) => {
      await changeAccounting(values);
      form.reset(values);
    },
    { refresh: [accountingQuery.queryKey], done: { title: t`Saved` } },
  );
  useUnsavedWork(formState.isDirty);
  const { chart } = form.watch();
  const reset = () => {
    for (const [account, number] of Object.entries(accounting.defaults?.[chart] ?? {}))
      form.setValue(`accounts.${account}`, number, { shouldDirty: true });
  };
  return (
    <Panel
      title={t`Accounting`}
      description={t`Account numbers for exports from now on. Use accounts without automatic VAT: net and VAT are posted separately.`}
    >
      <form onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0" noValidate>
        <NumberInput
          control={control}
          name="consultantNumber"
          label={t`DATEV consultant number`}
          hint={t`Empty: exports have no DATEV file.`}
          digits={0}
          limits={limits.consultantNumber}
        />
        <NumberInput
          control={control}
          name="clientNumber"
          label={t`DATEV client number`}
          digits={0}
          limits={limits.clientNumber}
        />
        <SelectInput
          control={control}
          name="chart"
          label={t`Chart of accounts`}
          options={charts.map((each) => [each, each.toUpperCase()])}
        />
        <Button type="button" look="quiet" className="self-end" onClick={reset}>
          {t`Use usual numbers`}
        </Button>
        {Object.entries(accountNames).map(([account, name]) => (
          <TextInput
            key={account}
            control={control}
            name={`accounts.${account}`}
            label={t(name)}
            inputMode="numeric"
            maxLength={8}
          />
        ))}
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
