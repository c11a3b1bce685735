import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Check } from "@/components/console/check";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { useAccess } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatDate, formatShortMoment } from "@/lib/format";
import { type AlertRule, alertRulesKey, changeRule, deleteRule } from "./api";
import { FiringList } from "./firing-list";
import { type AlertState, conditions, inputOf, metricOf, splits, stateOf, valueText } from "./rules";
import { SnoozeMenu } from "./snooze-menu";

const looks: Record<AlertState, "plain" | "good" | "warning"> = {
  off: "plain",
  snoozed: "plain",
  active: "warning",
  waiting: "plain",
  ok: "good",
};

/** An alert: how it stands, what it noticed last, and what can be done with it. */
export function RuleItem({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const { t } = useLingui();
  const change = useChange({ refresh: alertRulesKey });
  const [isDeleting, setDeleting] = useState(false);
  const state = stateOf(rule);
  const words: Record<AlertState, string> = {
    off: t`Off`,
    snoozed: t`Snoozed until ${{ day: rule.snoozedUntil ? formatDate(rule.snoozedUntil) : "" }}`,
    active: t`Active`,
    waiting: t`Not checked yet`,
    ok: t`OK`,
  };
  const { name } = rule;
  const button = "grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone";

  return (
    <li className="flex flex-col gap-1 py-3 pr-2 pl-4 text-sm">
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow pt-2">
          <p className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-semibold break-words">{name}</span>
            <Badge look={looks[state]}>{words[state]}</Badge>
          </p>
          <RuleFacts rule={rule} />
        </div>
        <WithAccess>
          <button type="button" aria-label={t`Edit: ${{ name }}`} className={button} onClick={onEdit}>
            <Pencil aria-hidden size={18} />
          </button>
          <button
            type="button"
            aria-label={t`Delete: ${{ name }}`}
            className={button}
            onClick={() => setDeleting(true)}
          >
            <Trash2 aria-hidden size={18} />
          </button>
        </WithAccess>
      </div>
      <FiringList firings={rule.firings} />
      <div className="flex flex-wrap items-center gap-x-4">
        <Check
          data-transient
          label={t`On`}
          checked={rule.isOn}
          {...useAccess()}
          onChange={({ target }) =>
            void change(() => changeRule(rule.id, inputOf(rule, { isOn: target.checked })))
          }
        />
        <WithAccess>{rule.isOn && <SnoozeMenu rule={rule} />}</WithAccess>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete “${{ name }}”?`}
          description={t`Its history is deleted, too.`}
          confirm={t`Delete`}
          onConfirm={() => change(() => deleteRule(rule.id))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

/** What it is about, its last value and when it is checked. */
function RuleFacts({ rule }: { rule: AlertRule }) {
  const { t } = useLingui();
  const metric = metricOf(rule.metric);
  const condition = conditions.find((each) => each.condition === rule.condition);
  const isMissing = rule.condition === "missing";
  const { hours, windowDays: days } = rule;
  const split = rule.split && splits.find((each) => each.split === rule.split);
  const about = [
    metric && t(metric.name),
    condition &&
      (condition.isTest ? t(condition.name) : `${t(condition.name)}: ${valueText(rule.metric, rule.limit)}`),
    isMissing
      ? plural(hours, { one: "# hour", other: "# hours" })
      : plural(days, { one: "# day", other: "# days" }),
    split && t(split.name),
    rule.filters,
  ];
  const checks = [
    rule.lastValue !== null && t`Last value: ${{ value: valueText(rule.metric, rule.lastValue) }}`,
    rule.nextCheckAt && t`Next check: ${{ moment: formatShortMoment(rule.nextCheckAt) }}`,
  ];
  return (
    <>
      <p className="break-words text-slate">{about.filter(Boolean).join(" · ")}</p>
      <p className="text-muted">{checks.filter(Boolean).join(" · ")}</p>
    </>
  );
}
