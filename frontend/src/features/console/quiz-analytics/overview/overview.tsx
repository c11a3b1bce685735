import { useQuery } from "@tanstack/react-query";
import { daysOf, formatSpan } from "@/features/console/shared/period/period";
import { addDays } from "@/lib/dates";
import { beforeQuery, overviewQuery, seen } from "../api";
import { useCompared } from "../components/use-view-choices";
import { type View, viewBefore, viewOver } from "../rules/view";
import { useMeasure } from "../timeline/drawn";
import { Timeline } from "../timeline/timeline";
import { Tiles } from "./tiles";

/** The period at a glance: its figures, and one of them over time. */
export function Overview({ view, today }: { view: View; today: string }) {
  const overDays = viewOver(view, today);
  const { compare } = useCompared();
  const past = viewBefore(view, addDays(today, -1), compare);
  const overview = useQuery(seen(overviewQuery(view)));
  // Today is not over: it is shown, and compared with nothing.
  const isWhole = overDays === view;
  const over = useQuery({ ...beforeQuery(overDays ?? view), enabled: overDays !== undefined && !isWhole });
  const before = useQuery({ ...beforeQuery(past), enabled: overDays !== undefined });
  const { chosen, chooseMeasure } = useMeasure();
  const latest = overview.data?.analytics;
  return (
    <>
      <Tiles
        now={latest}
        isLate={overview.data?.realTimeMetadata.stale ?? false}
        over={isWhole ? latest : overDays && over.data?.analytics}
        before={overDays && before.data?.analytics}
        beforeDays={formatSpan(daysOf(past))}
        drawn={{ measure: chosen || "totalSessions", onChoose: chooseMeasure }}
      />
      <Timeline view={view} today={today} />
    </>
  );
}
