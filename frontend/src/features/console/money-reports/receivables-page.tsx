import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/ui/empty-state";
import { controlClass } from "@/components/ui/field";
import { Labelled } from "@/features/console/shared/period/period-fields";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { day, useUrlState } from "@/lib/url-state";
import { receivablesFile, receivablesQuery } from "./api";
import { ReceivablesTable } from "./components/receivables-table";
import { ReportFrame } from "./components/report-frame";

/** What customers owe, by age. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [url, choose] = useUrlState({ asOf: day });
  const asOf = url.asOf ?? todayIn(tenant.timezone);
  const query = useQuery(receivablesQuery(asOf));
  return (
    <ReportFrame
      title={t`Receivables`}
      description={t`What customers owe by days overdue. An invoice is due by its payment terms, a booking without an invoice at pickup.`}
      files={[{ name: t`Download CSV`, url: receivablesFile(asOf) }]}
      query={query}
      filters={
        <div className="mt-4 flex">
          <Labelled name={t`As of`}>
            <input
              type="date"
              className={controlClass("min-h-11 py-0 text-sm")}
              value={asOf}
              onChange={({ target: { value } }) => value && choose({ asOf: value })}
            />
          </Labelled>
        </div>
      }
      empty={({ currencies }) =>
        currencies.length === 0 && (
          <EmptyState title={t`Nothing is open`}>{t`All bookings due by this day are paid.`}</EmptyState>
        )
      }
    >
      {({ currencies, isComplete }) => (
        <>
          {!isComplete && (
            <p className="rounded-card border border-line bg-panel p-4 text-slate">
              {t`There are more open bookings than this report shows. The totals are incomplete.`}
            </p>
          )}
          {currencies.map((each) => (
            <ReceivablesTable key={each.currency} report={each} />
          ))}
        </>
      )}
    </ReportFrame>
  );
}
