import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { lazy, Suspense } from "react";
import type { components } from "@/api/schema.gen";
import { Skeleton } from "@/components/console/skeleton";
import { none } from "../rules/view";
import { CutTable } from "./cut-table";
import { Heat } from "./heat";
import { ChartSection } from "./section";

// The figures need not wait for the library that draws.
const MonthChart = lazy(() => import("./month-chart"));
const OccupancyChart = lazy(() => import("./occupancy-chart"));

interface Props {
  report: components["schemas"]["ReportResponse"];
  /** Shows the rentals behind a row, or behind a month. */
  onOpen: (row: { behind?: string; behindMonth?: string }) => void;
}

/** Revenue by month; occupancy by model or vehicle, and of each model by month. */
export function Charts({ report, onOpen }: Props) {
  const { t } = useLingui();
  const { cut, currency, months } = report;
  const ofFleet = cut === "model" || cut === "vehicle" ? cut : undefined;
  const fleet = report.rows
    .filter(({ key, availableDays }) => key !== none && availableDays > 0)
    .toSorted((one, other) => (other.occupancy ?? -1) - (one.occupancy ?? -1));
  return (
    <div className={clsx("grid gap-4", months.length > 1 && ofFleet && "xl:grid-cols-2")}>
      {/* One month alone is no chart: the figures above say it. */}
      {months.length > 1 && (
        <ChartSection
          title={t`Revenue by month`}
          description={t`Driven and booked, with the same month a year earlier behind.`}
          chart={
            <Suspense fallback={<Skeleton className="h-72" />}>
              <MonthChart months={months} currency={currency} />
            </Suspense>
          }
          table={
            <CutTable
              name="months"
              rows={months}
              cut="month"
              currency={currency}
              onOpen={(behindMonth) => onOpen({ behindMonth })}
            />
          }
        />
      )}
      {ofFleet && fleet.length > 0 && (
        <ChartSection
          title={ofFleet === "model" ? t`Occupancy by model` : t`Occupancy by vehicle`}
          description={t`Rented out of available vehicle days. The fullest first.`}
          chart={
            <Suspense fallback={<Skeleton className="h-72" />}>
              <OccupancyChart rows={fleet} cut={ofFleet} />
            </Suspense>
          }
          table={
            <CutTable
              name="fleet"
              rows={fleet}
              cut={ofFleet}
              currency={currency}
              onOpen={(behind) => onOpen({ behind })}
            />
          }
        />
      )}
      {cut === "model" && months.length > 1 && fleet.length > 0 && (
        <section
          aria-label={t`Occupancy of each model by month`}
          className="min-w-0 rounded-card border border-line bg-panel p-4 sm:p-5 xl:col-span-2"
        >
          <h2 className="text-lg font-bold">{t`Occupancy of each model by month`}</h2>
          <div className="mt-3">
            <Heat report={report} />
          </div>
        </section>
      )}
    </div>
  );
}
