import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { controlClass } from "@/components/ui/field";
import { useMe } from "@/features/console/shared/session";
import { oneOf, useAddressState } from "@/lib/address-state";
import { formatMoney, formatNumber } from "@/lib/format";
import { timelineBeforeQuery, timelineQuery } from "../api";
import { ViewSwitch } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { type Unit, unitFor, units, unitsOf } from "../rules/units";
import { type View, viewBefore } from "../rules/view";
import { MarksList } from "./marks-list";
import { Notes } from "./notes";
import { marksOf, notesQuery } from "./notes-api";
import { type Measure, measures, pointsOf } from "./points";
import { TimelineTable } from "./table";

// The figures need not wait for the library that draws. Where that cannot be fetched, the table says the same.
const Picture = lazy(() => import("./picture").catch(() => ({ default: TimelineTable })));

const readers = { measure: oneOf(measures), unit: oneOf(units) };
// A list shows what was chosen from it at once.
const atOnce = { flushSync: true };

/** Sessions, or what became of them, over time. */
export function Timeline({ view, today }: { view: View; today: string }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const [{ measure = "totalSessions", unit: chosen }, choose] = useAddressState(readers);
  const [asTable, setAsTable] = useState(false);
  const unit = unitFor(view, chosen);
  const query = useQuery(timelineQuery(view, unit));
  const before = useQuery(timelineBeforeQuery(viewBefore(view, today), unit));
  const notes = useQuery(notesQuery(view)).data;
  const marks = notes ? marksOf(notes) : [];
  const names: Record<Measure, string> = {
    totalSessions: t({ message: "Sessions", context: "column of campaigns" }),
    completedSessions: t({ message: "Completed", context: "column of campaigns" }),
    conversionCount: t({ message: "Converted", context: "column of campaigns" }),
    bookedValue: t`Booked value`,
  };
  const unitNames: Record<Unit, string> = { hour: t`By hour`, day: t`By day`, week: t`By week` };
  const select = controlClass("min-h-10 w-auto py-0 text-sm");
  return (
    <section aria-label={t`Over time`} className="rounded-card border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-bold">
          <Trans>Over time</Trans>
        </h2>
        <select
          aria-label={t`What is drawn over time`}
          className={select}
          value={measure}
          onChange={({ target }) => choose({ measure: target.value }, atOnce)}
        >
          {Object.entries(names).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={t`Unit of time`}
          className={select}
          value={unit}
          onChange={({ target }) => choose({ unit: target.value }, atOnce)}
        >
          {unitsOf(view).map((one) => (
            <option key={one} value={one}>
              {unitNames[one]}
            </option>
          ))}
        </select>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
        <Notes notes={notes?.annotations ?? []} today={today} />
        <PanelFiles table="timeline" label={t`Over time`} more={{ unit }} />
      </div>
      <div className="mt-3">
        <Shown query={query} height="h-[220px]">
          {({ timeline, currency, unit: drawn }) => {
            const points = pointsOf(timeline, before.data?.timeline ?? [], measure, {
              unit: drawn,
              timezone,
              now: Date.now(),
            });
            const valueText = (value: number) =>
              measure === "bookedValue" ? formatMoney(Math.round(value), currency) : formatNumber(value);
            if (asTable) return <TimelineTable points={points} name={names[measure]} valueText={valueText} />;
            return (
              <>
                <Suspense fallback={<Skeleton className="h-[220px]" />}>
                  <Picture points={points} marks={marks} name={names[measure]} valueText={valueText} />
                </Suspense>
                <MarksList marks={marks} points={points} />
              </>
            );
          }}
        </Shown>
      </div>
      <p className="mt-1 text-xs text-muted">
        <Trans>Sessions by when they began, with what became of them since. Dashed: the period before.</Trans>
      </p>
    </section>
  );
}
