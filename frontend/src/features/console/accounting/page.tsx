import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpenCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { exportsQuery } from "./api";
import { ExportDialog } from "./components/export-dialog";
import { ExportTable } from "./components/export-table";

/** Periods for the accountant, for owners. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(exportsQuery);
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Accounting`}
        description={t`Invoices, payments, deposits and commissions for your accountant. An exported period is closed; later entries go into the next export.`}
      >
        <Link className={buttonClass("quiet")} to={paths.admin.moneySettings}>
          <Trans>Account numbers</Trans>
        </Link>
        <Button onClick={() => setExporting(true)} disabled={!query.data}>
          <BookOpenCheck aria-hidden size={18} /> <Trans>Export period</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)]">
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="h-48" />}
          empty={({ exports }) =>
            exports.length === 0 && (
              <EmptyState title={t`No exports yet`}>
                <Trans>Check your account numbers first: an export keeps the numbers it was made with.</Trans>
              </EmptyState>
            )
          }
        >
          {({ exports }) => <ExportTable exports={exports} />}
        </QueryBoundary>
      </div>
      {isExporting && query.data && (
        <ExportDialog nextFrom={query.data.nextFrom} onClose={() => setExporting(false)} />
      )}
    </>
  );
}
