import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { CheckInput, NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { filtersOf } from "../mail/rules";
import type { View } from "../rules/view";
import { type AlertRule, type AlertRules, addRule, alertRulesKey } from "./api";
import { conditionsOf, metricOf, metrics, windows } from "./rules";

interface Props {
  view: View;
  readers: AlertRules["readers"];
}

interface Values {
  name: string;
  metric: AlertRule["metric"];
  condition: AlertRule["condition"];
  windowDays: (typeof windows)[number];
  limit: number;
  minSessions: number;
  recipient: string;
  isNarrowed: boolean;
}

/** A new alert about the metric and the sessions of the view. */
export function NewRule({ view, readers }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: {
      name: "",
      metric: "conversion",
      condition: "falls",
      windowDays: 7,
      limit: 0,
      minSessions: 0,
      recipient: readers.find(({ isMe }) => isMe)?.id ?? readers[0]?.id ?? "",
      isNarrowed: true,
    },
  });
  const { control } = form;
  const [metric, condition, name] = form.watch(["metric", "condition", "name"]);
  const choices = conditionsOf(metric);
  const chosen = choices.find((each) => each.condition === condition) ?? choices[0];
  const unit = metricOf(metric)?.unit;
  const filters = filtersOf(view);
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ recipient, isNarrowed, ...values }: Values) =>
      addRule({
        ...values,
        condition: chosen?.condition ?? "below",
        query: isNarrowed ? filters : "",
        recipients: [recipient],
        isOn: true,
      }),
    {
      refresh: [alertRulesKey],
      done: { title: t`Saved` },
      onDone: () => form.resetField("name"),
    },
  );
  const limitLabel = {
    count: t`Limit`,
    percent: t`Limit in percent`,
    money: t`Limit in your currency`,
    times: t`Limit: value for each unit spent`,
  };
  const isLimit = chosen !== undefined && !chosen.isTest;
  const isRate = unit === "percent";

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <h3 className="font-bold">
        <Trans>New alert</Trans>
      </h3>
      <TextInput control={control} name="name" label={t`Name`} maxLength={80} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          control={control}
          name="metric"
          label={t`Metric`}
          onEdit={() => {
            const [first] = conditionsOf(form.getValues("metric"));
            if (first) form.setValue("condition", first.condition);
          }}
        >
          {metrics.map(({ metric, name }) => (
            <option key={metric} value={metric}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
        <SelectInput
          control={control}
          name="condition"
          label={t`Condition`}
          options={choices.map(({ condition, name }) => [condition, t(name)])}
          hint={
            isLimit
              ? isRate
                ? t`Only if the figures prove it: at most one false alert in a quarter.`
                : t`As soon as the value is beyond the limit.`
              : t`Compared with the four weeks before. Without a real change, at most one false alert in a quarter.`
          }
        />
        <SelectInput
          control={control}
          name="windowDays"
          label={t`Days compared`}
          options={windows.map((days) => [days, plural(days, { one: "# day", other: "# days" })])}
        />
        {isLimit && (
          <NumberInput control={control} name="limit" label={(unit && limitLabel[unit]) ?? t`Limit`} />
        )}
        <NumberInput control={control} name="minSessions" label={t`Minimum sessions`} />
        <SelectInput control={control} name="recipient" label={t`Email to`}>
          {readers.map(({ id, name, isMe }) => (
            <option key={id} value={id}>
              {isMe ? t`${{ name }} (you)` : name}
            </option>
          ))}
        </SelectInput>
      </div>
      {filters && <CheckInput control={control} name="isNarrowed" label={t`Current filters only`} />}
      <FormProblem text={problem} />
      <div>
        <Button type="submit" disabled={isPending || !name.trim()}>
          <Trans>Add alert</Trans>
        </Button>
      </div>
    </form>
  );
}
