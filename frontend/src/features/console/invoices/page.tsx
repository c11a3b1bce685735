import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMay } from "@/features/console/shared/session";
import { useUrlState } from "@/lib/url-state";
import { asQuery, documentsQuery, draftsQuery, type Filters, filterReaders } from "./api";
import { DocumentTable } from "./components/document-table";
import { DraftTable } from "./components/draft-table";
import { FilterBar } from "./components/filter-bar";

/** Invoices, credit notes and receipts, and drafts before them. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
  const [filters, choose] = useUrlState(filterReaders);
  const isOfDrafts = filters.kind === "draft";
  return (
    <>
      <PageHeader
        title={t`Invoices`}
        description={t`Invoices, credit notes and receipts, numbered without gaps. Kept as required by tax law, even after a customer is erased.`}
      >
        {may("reports") && !isOfDrafts && (
          <a
            className={buttonClass("quiet")}
            href={`/api/admin/invoices.csv?${new URLSearchParams(asQuery(filters))}`}
            download
          >
            <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
          </a>
        )}
      </PageHeader>
      <FilterBar filters={filters} onChange={choose} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        {(isOfDrafts || !(filters.kind || filters.from || filters.to)) && (
          <Drafts search={filters.search ?? ""} isAlone={isOfDrafts} />
        )}
        {!isOfDrafts && <Documents filters={filters} />}
      </div>
    </>
  );
}

function Drafts({ search, isAlone }: { search: string; isAlone: boolean }) {
  const { t } = useLingui();
  const list = useInfiniteQuery(draftsQuery(search));
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? [];
  if (!isAlone && drafts.length === 0 && !list.isError) return null;
  return (
    <QueryBoundary
      query={list}
      skeleton={<Skeleton className="h-40" />}
      empty={() =>
        drafts.length === 0 && (
          <EmptyState title={search ? t`No drafts match this search` : t`No drafts`}>
            {search ? t`Try fewer words.` : t`Save an invoice as a draft on the booking page.`}
          </EmptyState>
        )
      }
    >
      {() => <DraftTable drafts={drafts} pages={list} />}
    </QueryBoundary>
  );
}

function Documents({ filters }: { filters: Filters }) {
  const { t } = useLingui();
  const list = useInfiniteQuery(documentsQuery(filters));
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? [];
  const isFiltered = Object.keys(asQuery({ ...filters, sort: undefined })).length > 0;
  return (
    <QueryBoundary
      query={list}
      skeleton={<Skeleton className="h-80" />}
      empty={() =>
        documents.length === 0 && (
          <EmptyState title={isFiltered ? t`No documents match these filters` : t`No documents yet`}>
            {isFiltered
              ? t`Try fewer words, or remove a filter.`
              : t`Receipts are created for every payment. Invoices are issued on the booking page.`}
          </EmptyState>
        )
      }
    >
      {() => <DocumentTable documents={documents} pages={list} />}
    </QueryBoundary>
  );
}
