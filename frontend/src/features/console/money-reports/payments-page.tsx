import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/ui/empty-state";
import { daysOf, periodReaders } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatDaySpan } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { fileUrl, paymentsQuery, viewFrom } from "./api";
import { PaymentsTable } from "./components/payments-table";
import { PeriodBar } from "./components/period-bar";
import { ReportFrame } from "./components/report-frame";

/** Payments by method: received, refunded, and deposits beside them. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [url, choose] = useUrlState(periodReaders);
  const today = todayIn(tenant.timezone);
  const period = viewFrom(url, today);
  const query = useQuery(paymentsQuery(period));
  const { from, to } = daysOf(period);
  return (
    <ReportFrame
      title={t`Payments`}
      description={t`Payments and refunds by method, ${{ period: formatDaySpan(from, to) }}. Deposits are no payments; they count in the total change.`}
      files={[
        { name: t`Download CSV`, url: fileUrl("payments/export.csv", period) },
        { name: t`Entries as CSV`, url: fileUrl("payments/entries.csv", period) },
      ]}
      query={query}
      filters={<PeriodBar period={period} today={today} onChoose={choose} />}
      empty={({ currencies }) =>
        currencies.length === 0 && (
          <EmptyState title={t`No payments in this period`}>
            {t`Payments, refunds and deposits appear here as soon as they are recorded on a booking.`}
          </EmptyState>
        )
      }
    >
      {({ currencies }) => currencies.map((each) => <PaymentsTable key={each.currency} report={each} />)}
    </ReportFrame>
  );
}
