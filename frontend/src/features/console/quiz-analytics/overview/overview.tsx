import { useQuery } from "@tanstack/react-query";
import { beforeQuery, overviewQuery, seen } from "../api";
import { daysOf, spanText, type View, viewBefore } from "../rules/view";
import { Timeline } from "../timeline/timeline";
import { Tiles } from "./tiles";

/** The period at a glance: its figures, and one of them over time. */
export function Overview({ view, today }: { view: View; today: string }) {
  const past = viewBefore(view, today);
  const overview = useQuery(seen(overviewQuery(view)));
  const before = useQuery(beforeQuery(past));
  return (
    <>
      <Tiles
        now={overview.data?.analytics}
        before={before.data?.analytics}
        beforeDays={spanText(daysOf(past))}
      />
      <Timeline view={view} today={today} />
    </>
  );
}
