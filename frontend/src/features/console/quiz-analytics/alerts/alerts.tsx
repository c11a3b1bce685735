import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { buttonClass } from "@/components/ui/button";
import { AlertLine } from "@/features/console/shared/quiz-alerts/alert-line";
import type { Alert } from "@/features/console/shared/quiz-alerts/api";
import { alertsQuery } from "@/features/console/shared/quiz-alerts/api";
import { exactly } from "../rules/match";
import type { Choose } from "../rules/view";
import { filterNames } from "../rules/view";

interface Props {
  today: string;
  onChoose: Choose;
}

/** What fell by more than chance, and silence; nothing where there is none. */
export function Alerts({ today, onChoose }: Props) {
  const { t } = useLingui();
  const alerts = useQuery(alertsQuery);
  const shown = alerts.data?.alerts ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-label={t`Alerts`} className="rounded-card border border-line bg-panel">
      <ul className="divide-y divide-line">
        {shown.map((alert) => (
          <li key={alert.id} className="flex items-start gap-3 py-2 pr-1 pl-4">
            <AlertLine alert={alert}>
              <button
                type="button"
                className={buttonClass("plain", "min-h-11 shrink-0 px-0 text-sm sm:px-3")}
                onClick={() => onChoose(changesFor(alert, today))}
              >
                <Trans>Show these days</Trans>
              </button>
            </AlertLine>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the address has to say for the page to show the days of an alert, and its campaign. */
function changesFor(alert: Pick<Alert, "firstDay" | "campaign">, today: string) {
  return {
    ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
    from: alert.firstDay,
    to: today,
    year: undefined,
    month: undefined,
    utmCampaign: alert.campaign ? exactly(alert.campaign) : undefined,
  };
}
