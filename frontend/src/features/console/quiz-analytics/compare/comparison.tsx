import { useQuery } from "@tanstack/react-query";
import { useUrlState } from "@/lib/url-state";
import { figuresQuery } from "../api";
import { Shown } from "../components/shown";
import { attributionReaders } from "../money/rules";
import { Compared } from "./compared";
import { OverTime } from "./over-time";
import { isPartOf, type Segment } from "./segment";

/** The figures of all segments, and verdicts on their differences. */
export function Comparison({ segments }: { segments: readonly Segment[] }) {
  const [url] = useUrlState(attributionReaders);
  const attribution = { windowDays: url.windowDays ?? "90", credit: url.credit ?? "last" } as const;
  const views = segments.map(({ view }) => view);
  const [first, ...others] = views;
  const isPart = [false, ...others.map((view) => first !== undefined && isPartOf(view, first))];
  const overviews = useQuery(figuresQuery("overview", views));
  const answers = useQuery(figuresQuery("answers", views)).data;
  const funnels = useQuery(figuresQuery("funnel", views)).data;
  const money = useQuery(figuresQuery("money", views, attribution)).data;
  return (
    <Shown query={overviews} height="h-40">
      {(found) => (
        <Compared
          segments={found.map(({ analytics }, place) => ({
            letter: segments[place]?.letter ?? "A",
            name: segments[place]?.name ?? "",
            isPart: isPart[place] ?? false,
            overview: analytics,
            answers: answers?.[place]?.answerDistribution,
            funnel: funnels?.[place]?.funnel,
            money: money?.[place],
          }))}
        >
          <OverTime segments={segments} />
        </Compared>
      )}
    </Shown>
  );
}
