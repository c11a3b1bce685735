import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { acknowledgeAlert, openAlertsKey, Times } from "@/features/console/shared/open-alerts";
import { alertRulesKey, type Firing } from "./api";

const shown = 3;
const linkClass = "font-semibold underline underline-offset-4";

/** What an alert noticed last; what is open comes first. */
export function FiringList({ firings }: { firings: Firing[] }) {
  const { t } = useLingui();
  const change = useChange({ refresh: alertRulesKey });
  const client = useQueryClient();
  const open = firings.filter(({ resolvedAt }) => resolvedAt === null);
  const rest = firings.filter(({ resolvedAt }) => resolvedAt !== null);
  const listed = [...open, ...rest].slice(0, Math.max(shown, open.length));
  if (listed.length === 0) return null;
  return (
    <ul aria-label={t`History`} className="flex flex-col gap-1">
      {listed.map((firing) => (
        <li key={firing.id} className="break-words">
          {firing.sentence} <Times times={firing.times} />{" "}
          <Link to={firing.link} className={linkClass}>
            <Trans>Show these days</Trans>
          </Link>
          {firing.resolvedAt === null &&
            (firing.acknowledgedAt ? (
              <span className="ml-3 text-slate">
                <Trans>Acknowledged</Trans>
              </span>
            ) : (
              <WithAccess>
                <button
                  type="button"
                  className={buttonClass("plain", "ml-1 min-h-11 px-2 text-sm")}
                  onClick={() =>
                    void change(async () => {
                      await acknowledgeAlert(firing.id);
                      void client.invalidateQueries({ queryKey: openAlertsKey });
                    })
                  }
                >
                  <Trans>Acknowledge</Trans>
                </button>
              </WithAccess>
            ))}
        </li>
      ))}
    </ul>
  );
}
