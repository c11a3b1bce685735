import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/console/skeleton";
import { useMe } from "@/features/console/shared/session";
import { timelinesQuery } from "../api";
import { Shown } from "../components/shown";
import { longerOf } from "../rules/units";
import { DrawnFields, useDrawn } from "../timeline/drawn";
import { measuresWith } from "../timeline/points";
import { AllOverTime, OverTimeFrame } from "./all-over-time";
import type { Segment } from "./segment";

/** All segments over time in one picture; measure and unit are those of the page. */
export function OverTime({ segments }: { segments: readonly Segment[] }) {
  const { timezone } = useMe().tenant;
  const views = segments.map(({ view }) => view);
  const offered = views.map(({ filters }) => measuresWith(filters));
  const drawn = useDrawn(
    views.reduce(longerOf),
    (offered[0] ?? []).filter((measure) => offered.every((one) => one.includes(measure))),
  );
  const query = useQuery(timelinesQuery(views, drawn));
  return (
    <OverTimeFrame fields={<DrawnFields areSegments drawn={drawn} />}>
      {(asTable) => (
        <Shown query={query} height="h-[220px]">
          {(timelines) => {
            const [first] = timelines;
            // For a moment after another unit was chosen, one of them is still drawn by the last.
            if (!first || timelines.some(({ unit }) => unit !== first.unit))
              return <Skeleton className="h-[220px]" />;
            return (
              <AllOverTime
                segments={segments.map((segment, place) => ({
                  ...segment,
                  buckets: timelines[place]?.timeline ?? [],
                }))}
                {...{ timezone, drawn, asTable }}
                unit={first.unit}
                currency={first.currency}
              />
            );
          }}
        </Shown>
      )}
    </OverTimeFrame>
  );
}
