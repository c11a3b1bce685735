import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { TrendingDown, X } from "lucide-react";
import { useChange } from "@/components/console/use-change";
import { buttonClass } from "@/components/ui/button";
import type { Choose } from "../rules/view";
import { type Alert, alertsKey, alertsQuery, dismissAlert } from "./api";
import { changesFor } from "./rules";

interface Props {
  today: string;
  onChoose: Choose;
}

/** What fell by more than chance, and silence; nothing where there is none. */
export function Alerts({ today, onChoose }: Props) {
  const { t } = useLingui();
  const alerts = useQuery(alertsQuery);
  const change = useChange({ refresh: alertsKey });
  const shown = alerts.data?.alerts ?? [];
  if (shown.length === 0) return null;

  const line = (alert: Alert) => (
    <li key={alert.id} className="flex items-start gap-3 py-2 pr-1 pl-4">
      <TrendingDown aria-hidden size={20} className="mt-2 shrink-0 text-danger sm:mt-3" />
      <div className="flex min-w-0 grow flex-col items-start gap-x-4 sm:flex-row sm:items-center">
        <p className="min-w-0 grow py-2 text-sm break-words">{alert.sentence}</p>
        <button
          type="button"
          className={buttonClass("plain", "min-h-11 shrink-0 px-0 text-sm sm:px-3")}
          onClick={() => onChoose(changesFor(alert, today))}
        >
          <Trans>Show these days</Trans>
        </button>
      </div>
      <button
        type="button"
        aria-label={t`Put away: ${{ alert: alert.sentence }}`}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone"
        onClick={() => void change(() => dismissAlert(alert.id))}
      >
        <X aria-hidden size={18} />
      </button>
    </li>
  );

  return (
    <section aria-label={t`Alerts`} className="rounded-card border border-line bg-panel">
      <ul className="divide-y divide-line">{shown.map(line)}</ul>
    </section>
  );
}
