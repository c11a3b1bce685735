import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { ViewSwitch } from "@/components/console/view-switch";
import { daysOf, formatSpan } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { timelineBeforeQuery, timelineQuery } from "../api";
import { CsvButton } from "../components/csv-button";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { useAsTable, useCompared } from "../components/use-view-choices";
import { useViewContext } from "../components/view-context";
import { type View, viewBefore } from "../rules/view";
import { viewYearBefore } from "../rules/year-before";
import { DrawnFields, useDrawn } from "./drawn";
import { MarksList } from "./marks-list";
import { Notes } from "./notes";
import { marksOf, notesQuery } from "./notes-api";
import { type Bucket, measuresWith, type Point, periodOf, pointsOf } from "./points";
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
  const { compare } = useCompared();
  // Weeks a year earlier end on other days: those of a running period need the days after today.
  const past = compare === "year" ? viewYearBefore(view) : viewBefore(view, today);
  const enabled = split.line === undefined;
  const query = useQuery({ ...timelineQuery(view, drawnFields), enabled });
  const before = useQuery({ ...timelineBeforeQuery(past, drawnFields), enabled });
  const isNothingBefore = before.data?.timeline.every(({ totalSessions }) => totalSessions === 0);
  const notes = useQuery(notesQuery(view)).data;
  const marks = notes ? marksOf(notes) : [];
  const choose = useViewContext()?.choose;
  const onPoint = choose && ((point: Point) => choose(periodOf(point)));
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
        {drawnFields.event ? (
          <CsvButton
            label={t`Over time`}
            file="events-over-time"
            disabled={!query.data || split.line !== undefined}
            cells={() => eventCells(query.data?.timeline ?? [], drawnFields.names.eventSessions)}
          />
        ) : (
          <PanelFiles table="timeline" label={t`Over time`} more={{ unit }} />
        )}
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
                compare,
              });
              const valueText = drawnFields.textIn(currency);
              const name = drawnFields.nameIn(currency);
              if (drawnFields.event && points.every(({ now }) => now === null))
                return (
                  <p className="py-8 text-center text-sm text-slate">{t`Nothing recorded in this period`}</p>
                );
              if (asTable) return <TimelineTable {...{ points, name, valueText, compare, onPoint }} />;
              return (
                <>
                  <Suspense fallback={<Skeleton className="h-[220px]" />}>
                    <Chart {...{ points, marks, name, valueText, compare, onPoint }} />
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
          <Trans>
            Sessions by start, with what became of them since. The five most frequent values. Press a point or
            a value to see only that.
          </Trans>
        ) : compare === "year" ? (
          <Trans>
            Sessions by start, with what became of them since. Dashed: the same dates a year earlier, whose
            weekdays differ; a week is compared with the one that shares most of its dates. Dotted: not over
            yet. Press a point to see only that time.
          </Trans>
        ) : (
          <Trans>
            Sessions by start, with what became of them since. Dashed: previous period. Dotted: not over yet.
            Press a point to see only that time.
          </Trans>
        )}
        {!split.line && isNothingBefore && <> {t`No sessions in ${{ days: formatSpan(daysOf(past)) }}.`}</>}
        {drawnFields.event && (
          <>
            {" "}
            <Trans>
              A session has an event when its visit had it, before or after the quiz. Visits without consent
              are not recorded.
            </Trans>
          </>
        )}
      </p>
    </section>
  );
}

/** For a spreadsheet: each unit with its sessions, and those with the event. */
function eventCells(buckets: readonly Bucket[], name: string): (string | number)[][] {
  const rows = buckets.map(({ start, end, totalSessions, eventSessions }) => [
    start,
    end,
    totalSessions,
    eventSessions ?? "",
  ]);
  return [["start", "end", "totalSessions", name], ...rows];
}
