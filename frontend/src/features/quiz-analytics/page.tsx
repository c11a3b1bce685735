import { useQuery } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { useSearchParams } from "react-router";
import { inputClass } from "@/components/ui/field";
import { useMe } from "@/features/admin-shell/session";
import { ApiError } from "@/lib/api";
import { todayIn } from "@/lib/dates";
import { DistributionCard } from "./distribution";
import { DropOffChart } from "./drop-off-chart";
import { LiveBadge } from "./live-badge";
import { periodBefore, periodFrom, selectableYears } from "./period";
import { answersQuery, funnelQuery, overviewQuery } from "./queries";
import { Tile } from "./tile";

const months = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, index, 1)),
  ),
);

export function Component() {
  const { tenant } = useMe();
  const [address, setAddress] = useSearchParams();
  const currentYear = Number(todayIn(tenant.timezone).slice(0, 4));
  const period = periodFrom(address, currentYear);
  const overview = useQuery(overviewQuery(period));
  const before = useQuery(overviewQuery(periodBefore(period)));
  const answers = useQuery(answersQuery(period));
  const funnel = useQuery(funnelQuery(period));
  const figures = overview.data?.analytics;
  const past = before.data?.analytics;
  const asPercent = (rate: number | undefined) => (rate === undefined ? undefined : `${rate.toFixed(1)}%`);
  const choose = (name: string, value: string) =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });

  return (
    <Tooltip.Provider delayDuration={150}>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-bold">Quiz analytics</h1>
          <div className="mt-3 flex gap-2">
            <select
              aria-label="Year"
              className={`${inputClass} min-w-40`}
              value={period.year}
              onChange={(event) => choose("year", event.target.value)}
            >
              {selectableYears(currentYear).map((year) => (
                <option key={year}>{year}</option>
              ))}
            </select>
            <select
              aria-label="Month"
              className={`${inputClass} min-w-40`}
              value={period.month ?? ""}
              onChange={(event) => choose("month", event.target.value)}
            >
              <option value="">All Months</option>
              {months.map((name, index) => (
                <option key={name} value={index + 1}>
                  {`${String(index + 1).padStart(2, "0")} ${name}`}
                </option>
              ))}
            </select>
          </div>
        </div>
        <LiveBadge
          dataThrough={overview.data?.realTimeMetadata.dataThrough}
          stale={overview.data?.realTimeMetadata.stale ?? false}
          failed={overview.isError}
          timezone={tenant.timezone}
        />
      </header>
      {overview.isError && !figures && (
        <p role="alert" className="mt-6 rounded-card border border-danger bg-panel p-4">
          {(overview.error instanceof ApiError && overview.error.sentence) ||
            "The figures cannot be reached just now."}{" "}
          This page tries again every five seconds.
        </p>
      )}
      <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile
          name="Total Sessions"
          explanation="Visitors who began the quiz in this period."
          value={figures?.totalSessions.toString()}
          before={past?.totalSessions.toString()}
        />
        <Tile
          name="Completed"
          explanation="Sessions that reached the end of the quiz."
          value={figures?.completedSessions.toString()}
          before={past?.completedSessions.toString()}
        />
        <Tile
          name="Completion Rate"
          explanation="Completed sessions out of all sessions."
          value={asPercent(figures?.completionRate)}
          before={asPercent(past?.completionRate)}
        />
        <Tile
          name="Conversion Rate"
          explanation="Sessions with at least one booking that was not cancelled, out of all sessions."
          value={asPercent(figures?.conversionRate)}
          before={asPercent(past?.conversionRate)}
        />
      </div>
      <div className="mt-4 flex flex-col gap-4">
        {funnel.data && figures && figures.totalSessions > 0 && <DropOffChart steps={funnel.data.funnel} />}
        {answers.data?.answerDistribution.length === 0 && (
          <div className="rounded-card border border-line bg-panel p-8 text-center">
            <img
              src="/illustrations/scenes/empty-road.svg"
              alt=""
              width={960}
              height={400}
              className="mx-auto w-full max-w-md rounded-card"
            />
            <p className="mt-4 font-semibold">No quiz responses yet</p>
            <p className="mt-1 text-sm text-slate">
              Visitors who arrive by a paid advertisement are sent through the quiz first. Their answers
              appear here within seconds.
            </p>
          </div>
        )}
        {answers.isPending && (
          <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-stone" />
        )}
        <div className="grid gap-4 xl:grid-cols-2">
          {answers.data?.answerDistribution.map((distribution) => (
            <DistributionCard key={distribution.questionId} distribution={distribution} />
          ))}
        </div>
      </div>
    </Tooltip.Provider>
  );
}
