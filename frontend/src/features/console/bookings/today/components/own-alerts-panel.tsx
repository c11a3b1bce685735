import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import {
  acknowledgeAlert,
  openAlertsKey,
  openAlertsQuery,
  Times,
} from "@/features/console/shared/open-alerts";

/** What the company's own alerts noticed, each with a link to its figures. */
export function OwnAlertsPanel() {
  const { t } = useLingui();
  const { data } = useQuery(openAlertsQuery);
  const change = useChange({ refresh: openAlertsKey });
  const alerts = data?.alerts ?? [];
  if (alerts.length === 0) return null;
  return (
    <Panel title={t`Alerts (${{ count: alerts.length }})`}>
      <ul aria-label={t`Open alerts`} className="-my-2 divide-y divide-line">
        {alerts.map(({ id, name, sentence, link, times }) => (
          <li key={id} className="flex items-start gap-3 py-2 text-sm">
            <Bell aria-hidden size={18} className="mt-0.5 shrink-0 text-danger" />
            <div className="min-w-0 grow">
              <p className="font-semibold break-words">{name}</p>
              <p className="break-words">
                {sentence} <Times times={times} />
              </p>
              <div className="-ml-2 flex flex-wrap">
                <Link className={buttonClass("plain", "min-h-11 px-2 text-sm")} to={link}>
                  <Trans>Show these days</Trans>
                </Link>
                <WithAccess>
                  <button
                    type="button"
                    className={buttonClass("plain", "min-h-11 px-2 text-sm")}
                    onClick={() => void change(() => acknowledgeAlert(id))}
                  >
                    <Trans>Acknowledge</Trans>
                  </button>
                </WithAccess>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
