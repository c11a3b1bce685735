import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { buttonClass } from "@/components/ui/button";
import { AlertLine } from "@/features/console/shared/quiz-alerts/alert-line";
import { alertsQuery } from "@/features/console/shared/quiz-alerts/api";
import { alertUrl } from "../rules";

/** What fell in the quiz's figures by more than chance. `today` is the company's day. */
export function AlertPanel({ today }: { today: string }) {
  const { t } = useLingui();
  const { data } = useQuery(alertsQuery);
  const alerts = data?.alerts ?? [];
  if (alerts.length === 0) return null;
  return (
    <Panel title={t`Quiz analytics`}>
      <ul aria-label={t`Alerts`} className="-my-2 divide-y divide-line">
        {alerts.map((alert) => (
          <li key={alert.id} className="-mr-2 flex items-start gap-3 py-1">
            <AlertLine alert={alert}>
              <Link
                className={buttonClass("plain", "min-h-11 shrink-0 px-0 text-sm sm:px-3")}
                to={alertUrl(alert, today)}
              >
                <Trans>Show these days</Trans>
              </Link>
            </AlertLine>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
