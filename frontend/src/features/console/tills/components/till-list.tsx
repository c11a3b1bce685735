import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/data-list";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { acceptDifference, type Till, tillsKey } from "@/features/console/shared/tills";
import { formatMomentDay, formatMoney, formatTime } from "@/lib/format";
import { CountDialog } from "./count-dialog";
import { TillLines } from "./till-lines";

interface Props {
  tills: readonly Till[];
  currency: string;
  isManager: boolean;
}

/** Tills of other people and of the days before. */
export function TillList({ tills, currency, isManager }: Props) {
  const { t } = useLingui();
  const [shown, setShown] = useState<string | null>(null);
  const [counting, setCounting] = useState<Till | null>(null);
  const change = useChange({ refresh: tillsKey });
  if (tills.length === 0) return null;
  return (
    <DataList>
      {tills.map((till) => (
        <li key={till.id} className="p-4">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <button
              type="button"
              className="min-h-11 min-w-0 grow basis-40 text-left"
              aria-expanded={shown === till.id}
              onClick={() => setShown(shown === till.id ? null : till.id)}
            >
              <span className="block font-semibold">{till.person}</span>
              <span className="tabular block text-sm text-slate">
                {formatMomentDay(till.openedAt)}, {formatTime(till.openedAt)}
                {till.countedAt && `–${formatTime(till.countedAt)}`}
              </span>
              {till.reason && <span className="block text-sm break-words text-muted">{till.reason}</span>}
            </button>
            <div className="flex flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
              <span className="tabular font-bold">
                {formatMoney(till.counted ?? till.expected, currency)}
              </span>
              <State till={till} currency={currency} />
            </div>
            {isManager && till.state === "counted" && (
              <Button
                look="quiet"
                onClick={() =>
                  void change(
                    () => acceptDifference(till.id, ""),
                    () => ({ title: t`The till is closed` }),
                  )
                }
              >
                {t`Accept and close`}
              </Button>
            )}
            {isManager && till.state === "open" && (
              <Button look="quiet" onClick={() => setCounting(till)}>
                {t`Count`}
              </Button>
            )}
          </div>
          {shown === till.id && <TillLines till={till} currency={currency} />}
        </li>
      ))}
      {counting && <CountDialog till={counting} currency={currency} onClose={() => setCounting(null)} />}
    </DataList>
  );
}

function State({ till, currency }: { till: Till; currency: string }) {
  const { t } = useLingui();
  const difference = till.difference ?? 0;
  const differs = difference !== 0 && (
    <span className={clsx("tabular text-sm font-semibold text-danger")}>
      {difference > 0
        ? t`${{ amount: formatMoney(difference, currency) }} over`
        : t`${{ amount: formatMoney(-difference, currency) }} short`}
    </span>
  );
  const state = {
    open: <Badge look="good">{t`open`}</Badge>,
    counted: <Badge look="warning">{t`waiting for a manager`}</Badge>,
    closed: <Badge>{t`closed`}</Badge>,
  }[till.state];
  return (
    <>
      {differs} {state}
    </>
  );
}
