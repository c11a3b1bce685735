import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatDaySpan, formatMoney } from "@/lib/format";
import { costsKey, deleteCosts, type StoredCosts } from "../api";

interface Props {
  costs: StoredCosts[];
  onDone: () => Promise<void>;
}

/** What was uploaded and typed, the newest first. */
export function StoredList({ costs, onDone }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<StoredCosts | null>(null);
  const change = useChange({ refresh: costsKey });
  const nameOf = (one: StoredCosts) => one.fileName || `${one.source} · ${one.campaign}`;
  const askedName = asked && nameOf(asked);
  const askedAmount = asked && formatMoney(asked.amount, asked.currency);
  return (
    <div>
      <h3 className="font-bold">
        <Trans>Recorded costs</Trans>
      </h3>
      {costs.length === 0 && (
        <p className="mt-2 text-sm text-slate">
          <Trans>No costs yet.</Trans>
        </p>
      )}
      <ul className="tabular mt-2 divide-y divide-line text-sm">
        {costs.map((one) => {
          const name = nameOf(one);
          return (
            <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
              <span className="min-w-0">
                <span className="font-medium break-words">{name}</span>
                <span className="block text-xs text-muted">
                  {formatDaySpan(one.firstDay, one.lastDay)}
                  {one.fileName && (
                    <>
                      {" · "}
                      <Plural value={one.campaigns} one="# campaign" other="# campaigns" />
                    </>
                  )}
                  {one.createdBy && <> · {one.createdBy}</>}
                </span>
              </span>
              <span className="flex items-center gap-3">
                {formatMoney(one.amount, one.currency)}
                <Button look="risky" aria-label={t`Delete ${name}`} onClick={() => setAsked(one)}>
                  <Trans>Delete</Trans>
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t`Delete these costs?`}
          description={t`${askedName}: ${askedAmount}. Reports will no longer include them.`}
          confirm={t`Delete costs`}
          onConfirm={async () => {
            if (await change(() => deleteCosts(asked.id))) await onDone();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
