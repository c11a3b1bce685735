import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense } from "react";
import type { components } from "@/api/schema.gen";
import { Skeleton } from "@/components/console/skeleton";
import { ViewSwitch } from "../components/panel";
import { useAsTable } from "../components/use-as-table";
import type { Unit } from "../rules/units";
import type { useMeasure } from "../timeline/drawn";
import { pointsOf, pointsOfBoth } from "../timeline/points";
import { TimelineTable } from "../timeline/table";

type Bucket = components["schemas"]["PricedBucket"];

const Chart = lazy(() => import("../timeline/chart").catch(() => ({ default: TimelineTable })));

/** Which line is whose, and `fields` to choose what is drawn; below it the picture or the table. */
export function OverTimeFrame({
  fields,
  children,
}: {
  fields: ReactNode;
  children: (asTable: boolean) => ReactNode;
}) {
  const { t } = useLingui();
  const [asTable, setAsTable] = useAsTable("compare");
  return (
    <section aria-label={t`A and B over time`}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-bold">
          <Trans>Over time</Trans>
        </h3>
        {fields}
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
      {children(asTable)}
    </section>
  );
}

interface Props {
  a: readonly Bucket[];
  b: readonly Bucket[];
  unit: Unit;
  timezone: string;
  currency: string;
  drawn: ReturnType<typeof useMeasure>;
  asTable: boolean;
}

/** Both in one picture, each from its own first day. */
export function BothOverTime({ a, b, unit, timezone, currency, drawn, asTable }: Props) {
  const points = (buckets: readonly Bucket[]) =>
    pointsOf(buckets, [], drawn.measure, { unit, timezone, now: Date.now() });
  const shown = {
    points: pointsOfBoth(points(a), points(b)),
    name: drawn.nameIn(currency),
    valueText: drawn.textIn(currency),
    areSegments: true,
  };
  if (asTable) return <TimelineTable {...shown} />;
  return (
    <Suspense fallback={<Skeleton className="h-[220px]" />}>
      <Chart {...shown} marks={[]} />
    </Suspense>
  );
}
