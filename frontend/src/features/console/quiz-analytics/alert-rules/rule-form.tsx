import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { openAlertsKey } from "@/features/console/shared/open-alerts";
import { choicesQuery } from "../api";
import { filtersOf, noValue, type View } from "../rules/view";
import {
  type AlertRule,
  type AlertRuleInput,
  type AlertRules,
  addRule,
  alertRulesKey,
  changeRule,
} from "./api";
import { Preview } from "./preview";
import { RecipientsField } from "./recipients-field";
import { conditionsOf, defaultHours, inputOf, metricOf, metrics, splits, windows } from "./rules";

interface Props {
  view: View;
  readers: AlertRules["readers"];
  /** What is edited; null for a new one. */
  rule: AlertRule | null;
  onDone: () => void;
}

const hoursLimits = { minimum: 1, maximum: 72 };

/** A new alert about the sessions of the view, or a changed one. */
export function RuleForm({ view, readers, rule, onDone }: Props) {
  const { t } = useLingui();
  const filters = filtersOf(view);
  const me = readers.find(({ isMe }) => isMe) ?? readers[0];
  const form = useForm<AlertRuleInput>({
    defaultValues: rule
      ? inputOf(rule, {})
      : {
          name: "",
          metric: "conversion",
          condition: "falls",
          split: "",
          windowDays: 7,
          hours: defaultHours,
          limit: 0,
          minSessions: 0,
          recipients: me ? [me.id] : [],
          query: filters,
          isOn: true,
        },
  });
  const { control } = form;
  const values = form.watch();
  const choices = conditionsOf(values.metric);
  const condition = (choices.find((each) => each.condition === values.condition) ?? choices[0])?.condition;
  const asked: AlertRuleInput = { ...values, condition: condition ?? "below" };
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    () => (rule ? changeRule(rule.id, asked) : addRule(asked)),
    { refresh: [alertRulesKey, openAlertsKey], done: { title: t`Saved` }, onDone },
  );
  const unit = metricOf(values.metric)?.unit ?? "count";
  const limitLabel = {
    count: t`Limit`,
    percent: t`Limit in percent`,
    money: t`Limit in your currency`,
    times: t`Limit: value for each unit spent`,
  };
  const hints: Record<AlertRuleInput["condition"], string> = {
    falls: t`Compared with the four weeks before. Without a real change, at most one false alert in a quarter.`,
    rises: t`Compared with the four weeks before. Without a real change, at most one false alert in a quarter.`,
    missing: t`Compared with the same hours of the four weeks before. Without a fault, at most one false alert in a quarter.`,
    below:
      unit === "percent"
        ? t`Only if the figures prove it: at most one false alert in a quarter.`
        : t`As soon as the value is beyond the limit.`,
    above:
      unit === "percent"
        ? t`Only if the figures prove it: at most one false alert in a quarter.`
        : t`As soon as the value is beyond the limit.`,
  };
  const isMissing = condition === "missing";
  const campaigns = useQuery(choicesQuery(view, "utmCampaign")).data?.choices.utmCampaign ?? [];
  // What the alert is about now, what the page shows, all, and each campaign.
  const queries = new Map<string, string>();
  if (rule?.query) queries.set(rule.query, rule.filters);
  if (filters && !queries.has(filters)) queries.set(filters, t`Current filters of the page`);
  queries.set("", t`All`);
  for (const { value: campaign } of campaigns) {
    const query = new URLSearchParams({ utmCampaign: campaign }).toString();
    const name = campaign === noValue ? t`Sessions without a campaign` : t`Campaign ${campaign}`;
    if (!queries.has(query)) queries.set(query, name);
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <TextInput control={control} name="name" label={t`Name`} maxLength={80} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectInput
          control={control}
          name="metric"
          label={t`Metric`}
          options={metrics.map(({ metric, name }) => [metric, t(name)])}
        />
        <SelectInput
          control={control}
          name="condition"
          label={t`Condition`}
          options={choices.map(({ condition, name }) => [condition, t(name)])}
          hint={condition && hints[condition]}
        />
        {isMissing ? (
          <NumberInput control={control} name="hours" label={t`Hours`} digits={0} limits={hoursLimits} />
        ) : (
          <SelectInput
            control={control}
            name="windowDays"
            label={t`Days compared`}
            options={windows.map((days) => [days, plural(days, { one: "# day", other: "# days" })])}
          />
        )}
        {(condition === "below" || condition === "above") && (
          <NumberInput control={control} name="limit" label={limitLabel[unit]} empty={0} />
        )}
        <SelectInput
          control={control}
          name="split"
          label={t`Applies to`}
          options={splits.map(({ split, name }) => [split, t(name)])}
          hint={
            values.split
              ? t`The 20 largest, each with its own alert. The error above holds for all of them together.`
              : undefined
          }
        />
        {queries.size > 1 && (
          <SelectInput control={control} name="query" label={t`Sessions`} options={[...queries]} />
        )}
        {!isMissing && (
          <NumberInput
            control={control}
            name="minSessions"
            label={t`Minimum sessions`}
            digits={0}
            empty={0}
            hint={t`With fewer, nothing is reported.`}
          />
        )}
      </div>
      <RecipientsField control={control} readers={readers} />
      <Preview asked={asked} />
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending || !values.name.trim()}>
          {rule ? <Trans>Save</Trans> : <Trans>Add alert</Trans>}
        </Button>
        <CancelEdit onCancel={onDone} />
      </div>
    </form>
  );
}
