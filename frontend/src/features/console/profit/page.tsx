import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Download } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { daysOf } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatDaySpan } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { fileUrl, profitQuery, viewFrom, viewReaders } from "./api";
import { FilterBar } from "./components/filter-bar";
import { Kinds } from "./components/kinds";
import { ProfitTable } from "./components/profit-table";
import { Tiles } from "./components/tiles";

// The figures need not wait for the library that draws.
const MonthChart = lazy(() => import("./components/month-chart"));

/** Revenue, costs and profit of the fleet. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [url, choose] = useUrlState(viewReaders);
  const today = todayIn(tenant.timezone);
  const view = viewFrom(url, today);
  const query = useQuery(profitQuery(view));
  const report = query.data;
  const { from, to } = daysOf(view);
  return (
    <>
      <PageHeader title={t`Profit`} description={`${formatDaySpan(from, to)} · ${tenant.timezone}`}>
        <Link className={buttonClass("quiet")} to={paths.admin.vehicleCosts}>
          <Trans>Vehicle costs</Trans>
        </Link>
        <a className={buttonClass("quiet")} href={fileUrl(view)} download>
          <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
        </a>
      </PageHeader>
      <FilterBar view={view} today={today} report={report} onChoose={choose} />
      {query.isError && !report && (
        <div className="mt-4">
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      <div
        className={clsx(
          "mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 transition-opacity",
          query.isPlaceholderData && "opacity-60",
        )}
        aria-busy={query.isPlaceholderData}
      >
        {!query.isError && <Tiles report={report} />}
        {query.isPending && <Skeleton className="h-96" />}
        {report && (
          <>
            {report.totals.costs === 0 && (
              <p className="rounded-card border border-line bg-panel p-4 text-slate">
                <Trans>
                  No costs in this period: profit equals revenue. Add what your vehicles cost under{" "}
                  <Link className="font-semibold text-pine underline" to={paths.admin.vehicleCosts}>
                    Vehicle costs
                  </Link>
                  .
                </Trans>
              </p>
            )}
            <div
              className={clsx(
                "grid gap-4",
                report.kinds.length > 0 && "xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]",
              )}
            >
              {report.months.length > 1 && (
                <section
                  aria-label={t`Profit by month`}
                  className="min-w-0 rounded-card border border-line bg-panel p-4 sm:p-5"
                >
                  <h2 className="text-lg font-bold">{t`Profit by month`}</h2>
                  <p className="mt-0.5 mb-4 text-sm text-slate">{t`Costs in front of revenue. What is left above is the profit.`}</p>
                  <Suspense fallback={<Skeleton className="h-72" />}>
                    <MonthChart months={report.months} currency={report.currency} />
                  </Suspense>
                </section>
              )}
              {report.kinds.length > 0 && <Kinds report={report} />}
            </div>
            <ProfitTable key={report.cut} report={report} view={view} onChoose={choose} />
            {(report.otherCurrency > 0 || report.otherCurrencyCosts > 0) && (
              <p className="text-sm text-slate">
                <Plural
                  value={{ count: report.otherCurrency + report.otherCurrencyCosts }}
                  one="# booking or cost in another currency is in none of these figures."
                  other="# bookings or costs in another currency are in none of these figures."
                />
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}
