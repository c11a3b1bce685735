import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { useAddressState } from "@/lib/address-state";
import { todayIn } from "@/lib/dates";
import { answersQuery, beforeQuery, campaignsQuery, choicesQuery, funnelQuery, overviewQuery } from "./api";
import { Campaigns } from "./components/campaigns";
import { Distributions } from "./components/distributions";
import { DownloadMenu } from "./components/download-menu";
import { DropOff } from "./components/drop-off";
import { FilterBar } from "./components/filter-bar";
import { LiveBadge } from "./components/live-badge";
import { Tiles } from "./components/tiles";
import { freshnessOf } from "./rules/freshness";
import { daysOf, spanText, viewBefore, viewFrom, viewReaders } from "./rules/view";

export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [address, choose] = useAddressState(viewReaders);
  const today = todayIn(tenant.timezone);
  const view = viewFrom(address, today);
  const past = viewBefore(view, today);
  const overview = useQuery(overviewQuery(view));
  const before = useQuery(beforeQuery(past));
  const answers = useQuery(answersQuery(view));
  const funnel = useQuery(funnelQuery(view));
  const campaigns = useQuery(campaignsQuery(view));
  const choices = useQuery(choicesQuery(view));
  const figures = overview.data?.analytics;
  const isEmpty = figures?.totalSessions === 0 && answers.data?.answerDistribution.length === 0;
  const isFiltered = Object.keys(view.filters).length > 0;

  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow">
          <h1 className="text-2xl font-bold">
            <Trans>Quiz analytics</Trans>
          </h1>
          <p className="mt-0.5 text-sm text-slate">{spanText(daysOf(view))}</p>
        </div>
        <div className="lg:order-last">
          <DownloadMenu view={view} />
        </div>
        <LiveBadge {...freshnessOf([overview, answers, funnel, campaigns])} timezone={tenant.timezone} />
      </header>
      <FilterBar view={view} today={today} choices={choices.data?.choices} onChoose={choose} />
      {overview.isError && !figures && (
        <Problem
          error={overview.error}
          note={t`This page tries again every five seconds.`}
          onRetry={() => void overview.refetch()}
        />
      )}
      <div
        className={clsx("flex flex-col gap-4 transition-opacity", overview.isPlaceholderData && "opacity-60")}
        aria-busy={overview.isPlaceholderData}
      >
        <Tiles now={figures} before={before.data?.analytics} beforeDays={spanText(daysOf(past))} />
        {isEmpty && (
          <EmptyState title={isFiltered ? t`No quiz responses match` : t`No quiz responses yet`}>
            {isFiltered
              ? t`No session of these days passes the filters. Clear them, or choose other days.`
              : t`Visitors who arrive by a paid advertisement are sent through the quiz first. Their answers appear here within seconds.`}
          </EmptyState>
        )}
        {!isEmpty && figures && funnel.data && <DropOff steps={funnel.data.funnel} />}
        {!isEmpty && figures && campaigns.data && (
          <Campaigns
            campaigns={campaigns.data.campaigns}
            currency={campaigns.data.currency}
            onChoose={choose}
          />
        )}
        {!isEmpty && figures && answers.data && (
          <Distributions questions={answers.data.answerDistribution} average={figures.conversionRate} />
        )}
        {overview.isPending && <Skeleton className="h-96" />}
      </div>
    </div>
  );
}
