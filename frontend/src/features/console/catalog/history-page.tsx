import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryBoundary } from "@/components/console/query-boundary";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { Version } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatMoment } from "@/lib/format";
import { versionsQuery } from "./api";
import { VersionChanges } from "./components/version-changes";

/** Who published what and when, newest first; each change can be reverted. */
export function Component() {
  const { t } = useLingui();
  const query = useInfiniteQuery(versionsQuery);
  const columns: TableColumn<Version>[] = [
    {
      id: "version",
      title: t`Version`,
      cell: ({ number, note }) => (
        <>
          <span className="tabular block font-semibold">{t`Version ${number}`}</span>
          <span className="block text-slate">{note}</span>
        </>
      ),
    },
    {
      id: "publishedBy",
      title: t`Published by`,
      cell: ({ publishedBy }) => <span className="text-slate">{publishedBy}</span>,
      card: "line",
    },
    {
      id: "publishedAt",
      title: t`Published`,
      cell: ({ publishedAt }) => (
        <span className="tabular whitespace-nowrap text-slate">{formatMoment(publishedAt)}</span>
      ),
      card: "line",
    },
  ];
  return (
    <CatalogFrame
      title={t`History of the catalogue`}
      description={<Trans>Everything that was published. What a version changed can be taken back.</Trans>}
    >
      <QueryBoundary
        query={query}
        empty={({ pages }) =>
          !pages[0]?.versions.length && (
            <EmptyState title={t`No versions yet`}>
              <Trans>Your changes are listed here once they are published.</Trans>
            </EmptyState>
          )
        }
      >
        {({ pages }) => (
          <DataTable
            label={t`Versions`}
            rows={pages.flatMap((page) => page.versions)}
            columns={columns}
            rowId={({ number }) => String(number)}
            details={({ number }) => ({
              label: t`Changes: ${{ what: t`Version ${number}` }}`,
              content: <VersionChanges number={number} />,
            })}
            pages={query}
          />
        )}
      </QueryBoundary>
    </CatalogFrame>
  );
}
