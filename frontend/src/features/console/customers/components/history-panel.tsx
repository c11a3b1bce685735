import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import { type CustomerDetail, customersKey, unmerge } from "../api";
import { eventName } from "../words";

/** What was changed and decided, the newest first. A merge can be undone here. */
export function HistoryPanel({ customer, decides }: { customer: CustomerDetail; decides: boolean }) {
  const { t } = useLingui();
  const change = useChange({ refresh: customersKey, failed: t`Couldn't undo the merge` });
  if (customer.history.length === 0) return null;
  return (
    <Panel title={t`History`}>
      <ol className="grid gap-3">
        {customer.history.map((event) => (
          <li key={event.id} className="border-l-2 border-line pl-3 text-sm">
            <p className="font-semibold break-words">{eventName(event)}</p>
            {event.reason && <p className="break-words text-slate italic">{event.reason}</p>}
            <p className="tabular text-xs text-muted">
              {[formatMoment(event.createdAt), event.adminName].filter(Boolean).join(" · ")}
            </p>
            {decides && event.canUndo && (
              <Button
                look="quiet"
                className="mt-2 min-h-11"
                onClick={() =>
                  void change(
                    () => unmerge(customer.id, event.id),
                    () => ({ title: t`Merge undone` }),
                  )
                }
              >
                <Trans>Undo the merge</Trans>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
