import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/console/skeleton";
import { useMe } from "@/features/console/shared/session";
import { timelineBeforeQuery } from "../api";
import { Shown } from "../components/shown";
import { longerOf } from "../rules/units";
import type { View } from "../rules/view";
import { DrawnFields, useDrawn } from "../timeline/drawn";
import { measuresWith } from "../timeline/points";
import { BothOverTime, OverTimeFrame } from "./both-over-time";

/** Both segments over time in one picture; measure and unit are those of the page. */
export function OverTime({ a, b }: { a: View; b: View }) {
  const { timezone } = useMe().tenant;
  const longer = longerOf(a, b);
  const ofOther = measuresWith(b.filters);
  const drawn = useDrawn(
    longer,
    measuresWith(a.filters).filter((measure) => ofOther.includes(measure)),
  );
  const ofA = useQuery(timelineBeforeQuery(a, drawn)).data;
  const ofB = useQuery(timelineBeforeQuery(b, drawn));
  return (
    <OverTimeFrame fields={<DrawnFields areSegments drawn={drawn} />}>
      {(asTable) => (
        <Shown query={ofB} height="h-[220px]">
          {({ timeline, currency, unit }) =>
            // For a moment after another unit was chosen, one of them is still drawn by the last.
            ofA?.unit === unit ? (
              <BothOverTime a={ofA.timeline} b={timeline} {...{ unit, timezone, currency, drawn, asTable }} />
            ) : (
              <Skeleton className="h-[220px]" />
            )
          }
        </Shown>
      )}
    </OverTimeFrame>
  );
}
