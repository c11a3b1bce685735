import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense } from "react";
import type { components } from "@/api/schema.gen";
import { Skeleton } from "@/components/console/skeleton";
import { ViewSwitch } from "@/components/console/view-switch";
import { useAsTable } from "../components/use-view-choices";
import type { Unit } from "../rules/units";
import type { useMeasure } from "../timeline/drawn";
import { pointsOf } from "../timeline/points";
import { colors, SplitTable } from "../timeline/split";
import { aligned } from "./rows";
import { type Segment, titleOf } from "./segment";

type Bucket = components["schemas"]["PricedBucket"];

// Without the library that draws, there is the table.
const LineChart = lazy(() => import("@/components/charts/line-chart"));

/** `fields` to choose what is drawn; below them the picture or the table. */
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
    <section aria-label={t`Segments over time`}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-bold">
          <Trans>Over time</Trans>
        </h3>
        {fields}
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </div>
      {children(asTable)}
    </section>
  );
}

interface Props {
  segments: readonly (Pick<Segment, "letter" | "name"> & { buckets: readonly Bucket[] })[];
  unit: Unit;
  timezone: string;
  currency: string;
  drawn: ReturnType<typeof useMeasure>;
  asTable: boolean;
}

/** All in one picture, each from its own first day. */
export function AllOverTime({ segments, unit, timezone, currency, drawn, asTable }: Props) {
  const { t } = useLingui();
  const rows = aligned(
    segments.map(({ buckets }) => pointsOf(buckets, [], drawn.measure, { unit, timezone, now: Date.now() })),
  );
  const series = segments.map((segment, place) => ({
    id: `${place}`,
    name: titleOf(segment),
    color: colors[place] ?? ("pine" as const),
  }));
  const valueText = drawn.textIn(currency);
  const name = drawn.nameIn(currency);
  if (asTable) return <SplitTable {...{ rows, series, valueText }} />;
  return (
    <Suspense fallback={<Skeleton className="h-[220px]" />}>
      <LineChart
        areEqual
        label={t`${name} of the segments over time, each from its first day. See the table for figures.`}
        axisTitle={name}
        {...{ rows, series, valueText }}
      />
    </Suspense>
  );
}
