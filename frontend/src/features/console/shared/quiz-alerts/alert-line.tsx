import { useLingui } from "@lingui/react/macro";
import { TrendingDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { type Alert, alertsKey, dismissAlert } from "./api";

interface Props {
  alert: Alert;
  /** What leads to its days. */
  children: ReactNode;
}

/** An alert in its sentence, with a cross that puts it away for everyone. */
export function AlertLine({ alert, children }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: alertsKey });
  return (
    <>
      <TrendingDown aria-hidden size={20} className="mt-2 shrink-0 text-danger sm:mt-3" />
      <div className="flex min-w-0 grow flex-col items-start gap-x-4 sm:flex-row sm:items-center">
        <p className="min-w-0 grow py-2 text-sm break-words">{alert.sentence}</p>
        {children}
      </div>
      <WithAccess>
        <button
          type="button"
          aria-label={t`Dismiss: ${{ alert: alert.sentence }}`}
          className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone"
          onClick={() => void change(() => dismissAlert(alert.id))}
        >
          <X aria-hidden size={18} />
        </button>
      </WithAccess>
    </>
  );
}
