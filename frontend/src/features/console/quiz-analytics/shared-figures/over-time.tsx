import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { components } from "@/api/schema.gen";
import { Skeleton } from "@/components/console/skeleton";
import { ViewSwitch } from "@/components/console/view-switch";
import { useAsTable } from "../components/use-view-choices";
import { MeasureField, useMeasure } from "../timeline/drawn";
import { pointsOf } from "../timeline/points";
import { TimelineTable } from "../timeline/table";

const Chart = lazy(() => import("../timeline/chart").catch(() => ({ default: TimelineTable })));

interface Props {
  timeline: components["schemas"]["SharedTimeline"];
  timezone: string;
  currency: string;
}

/** Sessions, or what became of them, over time, by the unit that the view has. */
export function SharedOverTime({ timeline: { unit, buckets }, timezone, currency }: Props) {
  const { t } = useLingui();
  const drawn = useMeasure();
  const [asTable, setAsTable] = useAsTable("timeline");
  const shown = {
    points: pointsOf(buckets, [], drawn.measure, { unit, timezone, now: Date.now() }),
    name: drawn.nameIn(currency),
    valueText: drawn.textIn(currency),
    isAlone: true,
  };
  return (
    <section aria-label={t`Over time`} className="rounded-card border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-bold">
          <Trans>Over time</Trans>
        </h2>
        <MeasureField drawn={drawn} />
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </div>
      <div className="mt-3">
        {asTable ? (
          <TimelineTable {...shown} />
        ) : (
          <Suspense fallback={<Skeleton className="h-[220px]" />}>
            <Chart {...shown} marks={[]} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
