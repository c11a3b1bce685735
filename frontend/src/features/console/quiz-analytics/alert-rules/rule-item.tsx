import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Check } from "@/components/console/check";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { useChange } from "@/components/console/use-change";
import { paths } from "@/config/paths";
import { type AlertRule, alertRulesKey, changeRule, deleteRule } from "./api";
import { conditions, inputOf, limitText, metricOf } from "./rules";

const shownFirings = 3;

/** An alert with what it noticed last, a switch, and a button that deletes it. */
export function RuleItem({ rule }: { rule: AlertRule }) {
  const { t } = useLingui();
  const change = useChange({ refresh: alertRulesKey });
  const [isDeleting, setDeleting] = useState(false);
  const metric = metricOf(rule.metric);
  const condition = conditions.find((each) => each.condition === rule.condition);
  const isOpen = rule.firings.some(({ resolvedAt }) => resolvedAt === null);
  const days = rule.windowDays;
  const parts = [
    metric && t(metric.name),
    condition && (condition.isTest ? t(condition.name) : `${t(condition.name)}: ${limitText(rule)}`),
    plural(days, { one: "# day", other: "# days" }),
    rule.filters,
  ];

  return (
    <li className="flex items-start gap-3 py-2 pr-1 pl-4">
      <div className="min-w-0 grow text-sm">
        <p className="font-semibold break-words">
          {rule.name}
          {isOpen && (
            <span className="ml-2 font-semibold text-danger">
              <Trans>Active</Trans>
            </span>
          )}
        </p>
        <p className="break-words text-slate">{parts.filter(Boolean).join(" · ")}</p>
        {rule.firings.length > 0 && (
          <ul className="mt-1 flex flex-col gap-1">
            {rule.firings.slice(0, shownFirings).map((firing) => (
              <li key={firing.id} className="break-words">
                {firing.sentence}{" "}
                <Link
                  to={`${paths.admin.quizAnalytics}?from=${firing.firstDay}&to=${firing.lastDay}${rule.query && `&${rule.query}`}`}
                  className="font-semibold underline underline-offset-4"
                >
                  <Trans>Show these days</Trans>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Check
          label={t`On`}
          checked={rule.isOn}
          onChange={({ target }) =>
            void change(() => changeRule(rule.id, inputOf(rule, { isOn: target.checked })))
          }
        />
      </div>
      <button
        type="button"
        aria-label={t`Delete: ${{ name: rule.name }}`}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone"
        onClick={() => setDeleting(true)}
      >
        <Trash2 aria-hidden size={18} />
      </button>
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete “${{ name: rule.name }}”?`}
          description={t`Its history is deleted, too.`}
          confirm={t`Delete`}
          onConfirm={() => change(() => deleteRule(rule.id))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
