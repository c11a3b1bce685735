import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/console/skeleton";
import { answersQuery, funnelQuery, overviewQuery, seen } from "../api";
import { Shown } from "../components/shown";
import type { View } from "../rules/view";
import { Compared } from "./compared";
import { OverTime } from "./over-time";

/** The figures of both segments, and verdicts on their differences. */
export function Comparison({ a, b }: { a: View; b: View }) {
  const overviewA = useQuery(seen(overviewQuery(a)));
  const overviewB = useQuery(overviewQuery(b));
  const answersA = useQuery(seen(answersQuery(a)));
  const answersB = useQuery(answersQuery(b));
  const funnelA = useQuery(seen(funnelQuery(a)));
  const funnelB = useQuery(funnelQuery(b));
  return (
    <Shown query={overviewB} height="h-40">
      {({ analytics }) =>
        overviewA.data ? (
          <Compared
            a={{
              overview: overviewA.data.analytics,
              answers: answersA.data?.answerDistribution,
              funnel: funnelA.data?.funnel,
            }}
            b={{
              overview: analytics,
              answers: answersB.data?.answerDistribution,
              funnel: funnelB.data?.funnel,
            }}
          >
            <OverTime a={a} b={b} />
          </Compared>
        ) : (
          <Skeleton className="h-40" />
        )
      }
    </Shown>
  );
}
