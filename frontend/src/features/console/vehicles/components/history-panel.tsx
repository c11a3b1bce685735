import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import type { Happening } from "../api";
import { eventDetails, eventName } from "../words";

const shownAtFirst = 10;

/** Everything that happened to the vehicle, the newest first. */
export function HistoryPanel({ history }: { history: readonly Happening[] }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? history : history.slice(0, shownAtFirst);
  return (
    <Panel title={t`History`}>
      <ol className="grid gap-3">
        {shown.map((event) => (
          <li key={`${event.createdAt}${event.kind}`} className="border-l-2 border-line pl-3 text-sm">
            <p className="font-semibold">{eventName(event)}</p>
            {eventDetails(event).map((line) => (
              <p key={line} className="text-slate wrap-anywhere">
                {line}
              </p>
            ))}
            {event.reason && <p className="text-slate italic">{event.reason}</p>}
            <p className="tabular text-xs text-muted">
              {[formatMoment(event.createdAt), event.adminName].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ol>
      {shown.length < history.length && (
        <Button access="read" look="quiet" className="mt-4" onClick={() => setWhole(true)}>
          {t`Show all ${{ count: history.length }}`}
        </Button>
      )}
    </Panel>
  );
}
