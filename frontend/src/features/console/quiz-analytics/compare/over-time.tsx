import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { useMe } from "@/features/console/shared/session";
import { timelineBeforeQuery } from "../api";
import { ViewSwitch } from "../components/panel";
import { Shown } from "../components/shown";
import { useAsTable } from "../components/use-as-table";
import { longerOf } from "../rules/units";
import type { View } from "../rules/view";
import { DrawnFields, useDrawn } from "../timeline/drawn";
import { pointsOf, pointsOfBoth } from "../timeline/points";
import { TimelineTable } from "../timeline/table";

const Picture = lazy(() => import("../timeline/picture").catch(() => ({ default: TimelineTable })));

/** Both segments over time in one picture, each from its own first day; measure and unit are those of the page. */
export function OverTime({ a, b }: { a: View; b: View }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const [asTable, setAsTable] = useAsTable("compare");
  const longer = longerOf(a, b);
  const drawn = useDrawn(longer);
  const ofA = useQuery(timelineBeforeQuery(a, drawn.unit)).data;
  const ofB = useQuery(timelineBeforeQuery(b, drawn.unit));
  return (
    <section aria-label={t`A and B over time`}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-bold">
          <Trans>Over time</Trans>
        </h3>
        <DrawnFields areSegments view={longer} drawn={drawn} />
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </div>
      <p className="my-2 flex flex-wrap gap-x-4 text-sm">
        <span className="flex items-center gap-2">
          <span aria-hidden className="w-6 border-t-2 border-pine" />A
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden className="w-6 border-t-2 border-dashed border-accent" />B
        </span>
      </p>
      <Shown query={ofB} height="h-[220px]">
        {({ timeline, currency, unit }) => {
          // For a moment after another unit was chosen, one of them is still drawn by the last.
          if (ofA?.unit !== unit) return <Skeleton className="h-[220px]" />;
          const [one, other] = [ofA.timeline, timeline].map((buckets) =>
            pointsOf(buckets, [], drawn.measure, { unit, timezone, now: Date.now() }),
          );
          const shown = {
            points: pointsOfBoth(one ?? [], other ?? []),
            name: drawn.name,
            valueText: drawn.textIn(currency),
            areSegments: true,
          };
          if (asTable) return <TimelineTable {...shown} />;
          return (
            <Suspense fallback={<Skeleton className="h-[220px]" />}>
              <Picture {...shown} marks={[]} />
            </Suspense>
          );
        }}
      </Shown>
    </section>
  );
}
