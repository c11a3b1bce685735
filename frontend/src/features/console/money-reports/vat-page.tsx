import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/ui/empty-state";
import { daysOf, periodReaders } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatDaySpan } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { fileUrl, vatQuery, viewFrom } from "./api";
import { PeriodBar } from "./components/period-bar";
import { ReportFrame } from "./components/report-frame";
import { VatTable } from "./components/vat-table";

/** The VAT of invoices and credit notes, by rate. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [url, choose] = useUrlState(periodReaders);
  const today = todayIn(tenant.timezone);
  const period = viewFrom(url, today);
  const query = useQuery(vatQuery(period));
  const { from, to } = daysOf(period);
  return (
    <ReportFrame
      title={t`VAT`}
      description={t`Invoices and credit notes issued ${{ period: formatDaySpan(from, to) }}, by VAT rate.`}
      files={[
        { name: t`Download CSV`, url: fileUrl("vat/export.csv", period) },
        { name: t`Documents as CSV`, url: fileUrl("vat/documents.csv", period) },
      ]}
      query={query}
      filters={<PeriodBar period={period} today={today} onChoose={choose} />}
      empty={({ currencies }) =>
        currencies.length === 0 && (
          <EmptyState title={t`No invoices in this period`}>
            {t`Invoices and credit notes appear here on the day they are issued.`}
          </EmptyState>
        )
      }
    >
      {({ currencies }) =>
        currencies.map((each) => <VatTable key={each.currency} report={each} period={period} />)
      }
    </ReportFrame>
  );
}
