import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { daysOf } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatDaySpan } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { reportQuery } from "./api";
import { Charts } from "./components/charts";
import { CutSection } from "./components/cut-section";
import { Definitions } from "./components/definitions";
import { DrillDownDialog } from "./components/drill-down-dialog";
import { FilterBar } from "./components/filter-bar";
import { States } from "./components/states";
import { Tiles } from "./components/tiles";
import { viewBehind, viewFrom, viewReaders } from "./rules/view";
import { rowName } from "./rules/words";

export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [url, choose] = useUrlState(viewReaders);
  const today = todayIn(tenant.timezone);
  const view = viewFrom(url, today);
  const query = useQuery(reportQuery(view));
  const report = query.data;
  const { from, to } = daysOf(view);
  const behind = url.behindMonth ?? url.behind;
  const cutBehind = url.behindMonth ? "month" : view.cut;
  const rowBehind = report?.rows.find(({ key }) => key === behind) ?? { key: behind ?? "" };
  const isEmpty = report && report.totals.days === 0 && report.totals.availableDays === 0;

  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4">
      <header>
        <h1 className="text-2xl font-bold">
          <Trans>Reports</Trans>
        </h1>
        <p className="mt-0.5 text-sm text-slate">
          {formatDaySpan(from, to)} · {tenant.timezone}
          {report?.realTimeMetadata.stale && (
            <span className="ml-2 font-semibold text-accent-ink">
              <Trans>These figures are delayed.</Trans>
            </span>
          )}
        </p>
      </header>
      <FilterBar view={view} today={today} choices={report?.choices} onChoose={choose} />
      {query.isError && !report && (
        <Problem
          error={query.error}
          note={t`We'll try again every minute.`}
          onRetry={() => void query.refetch()}
        />
      )}
      <div
        className={clsx("flex flex-col gap-4 transition-opacity", query.isPlaceholderData && "opacity-60")}
        aria-busy={query.isPlaceholderData}
      >
        {!query.isError && !isEmpty && (
          <Tiles
            now={report?.totals}
            before={report?.before}
            currency={report?.currency}
            beforeDays={report ? formatDaySpan(report.period.beforeFirst, report.period.beforeLast) : ""}
          />
        )}
        {query.isPending && <Skeleton className="h-96" />}
        {isEmpty && (
          <EmptyState title={t`Nothing to report for these days`}>
            <Trans>
              No vehicle was in service and nothing was booked. Choose other days, or clear the filters.
              Reports fill themselves with your bookings.
            </Trans>
          </EmptyState>
        )}
        {report && !isEmpty && (
          <>
            <States figures={report.totals} currency={report.currency} />
            <Charts report={report} onOpen={choose} />
            <CutSection report={report} view={view} onChoose={choose} />
          </>
        )}
        <Definitions />
      </div>
      {behind && (
        <DrillDownDialog
          title={rowName(cutBehind, rowBehind)}
          view={viewBehind({ ...view, cut: cutBehind }, behind)}
          onClose={() => choose({ behind: undefined, behindMonth: undefined })}
        />
      )}
    </div>
  );
}
