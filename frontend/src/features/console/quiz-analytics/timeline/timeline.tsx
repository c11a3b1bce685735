import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { useMe } from "@/features/console/shared/session";
import { timelineBeforeQuery, timelineQuery } from "../api";
import { ViewSwitch } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { useAsTable } from "../components/use-as-table";
import { type View, viewBefore } from "../rules/view";
import { DrawnFields, useDrawn } from "./drawn";
import { MarksList } from "./marks-list";
import { Notes } from "./notes";
import { marksOf, notesQuery } from "./notes-api";
import { measuresWith, pointsOf } from "./points";
import { SplitField, SplitTimeline, useSplit } from "./split";
import { TimelineTable } from "./table";

// The figures need not wait for the library that draws. Where that cannot be fetched, the table says the same.
const Chart = lazy(() => import("./chart").catch(() => ({ default: TimelineTable })));

/** Sessions, or what became of them, over time. */
export function Timeline({ view, today }: { view: View; today: string }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const split = useSplit(view);
  const drawnFields = useDrawn(view, measuresWith(split.line ? split.line("").filters : view.filters));
  const { measure, unit } = drawnFields;
  const [asTable, setAsTable] = useAsTable("timeline");
  const query = useQuery(timelineQuery(view, drawnFields));
  const before = useQuery(timelineBeforeQuery(viewBefore(view, today), drawnFields));
  const notes = useQuery(notesQuery(view)).data;
  const marks = notes ? marksOf(notes) : [];
  return (
    <section aria-label={t`Over time`} className="rounded-card border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-bold">
          <Trans>Over time</Trans>
        </h2>
        <SplitField view={view} split={split} />
        <DrawnFields drawn={drawnFields} />
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
        <Notes notes={notes?.annotations ?? []} today={today} />
        <PanelFiles table="timeline" label={t`Over time`} more={{ unit }} />
      </div>
      <div className="mt-3">
        {split.line ? (
          <SplitTimeline view={view} split={split} drawn={drawnFields} asTable={asTable} />
        ) : (
          <Shown query={query} height="h-[220px]">
            {({ timeline, currency, unit: drawn }) => {
              const points = pointsOf(timeline, before.data?.timeline ?? [], measure, {
                unit: drawn,
                timezone,
                now: Date.now(),
              });
              const valueText = drawnFields.textIn(currency);
              const name = drawnFields.nameIn(currency);
              if (asTable) return <TimelineTable points={points} name={name} valueText={valueText} />;
              return (
                <>
                  <Suspense fallback={<Skeleton className="h-[220px]" />}>
                    <Chart points={points} marks={marks} name={name} valueText={valueText} />
                  </Suspense>
                  <MarksList marks={marks} points={points} />
                </>
              );
            }}
          </Shown>
        )}
      </div>
      <p className="mt-1 text-xs text-muted">
        {split.line ? (
          <Trans>Sessions by start, with what became of them since. The five most frequent values.</Trans>
        ) : (
          <Trans>
            Sessions by start, with what became of them since. Dashed: previous period. Dotted: not over yet.
          </Trans>
        )}
      </p>
    </section>
  );
}
