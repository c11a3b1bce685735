import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { documentNames } from "@/features/console/shared/money-words";
import type { Period } from "@/features/console/shared/period/period";
import { formatMomentDay } from "@/lib/format";
import { vatDocumentsQuery } from "../api";
import { Amount } from "./amounts";

interface Props {
  period: Period;
  currency: string;
  rate: string;
}

/** The documents behind a row: what each has of its rate. */
export function VatDocuments({ period, currency, rate }: Props) {
  const { t } = useLingui();
  const list = useInfiniteQuery(vatDocumentsQuery(period, currency, rate));
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <QueryBoundary query={list} skeleton={<Skeleton className="h-24" />}>
      {() => (
        <>
          <ul className="divide-y divide-line">
            {documents.map((each) => (
              <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
                <span className="tabular w-24 text-muted">{formatMomentDay(each.issuedAt)}</span>
                <a
                  className="tabular w-36 font-semibold text-pine underline underline-offset-4"
                  href={`/api/admin/invoices/${each.id}/file`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`${t(documentNames[each.kind])} ${each.number}`}
                >
                  {each.number}
                </a>
                <span className="min-w-0 grow wrap-anywhere">
                  {each.customerName}{" "}
                  <Link
                    className="tabular text-slate underline underline-offset-4"
                    to={adminPath.booking(each.bookingId)}
                  >
                    {each.reference}
                  </Link>
                </span>
                <span className="flex flex-wrap gap-x-4 lg:*:w-36 lg:*:text-right">
                  <span className="text-muted">
                    {t`Net`} <Amount value={each.net} currency={currency} />
                  </span>
                  <span className="text-muted">
                    {t`VAT`} <Amount value={each.vat} currency={currency} />
                  </span>
                  <strong>
                    <Amount value={each.gross} currency={currency} />
                  </strong>
                </span>
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              look="quiet"
              className="mt-2"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {list.isFetchingNextPage ? t`Loading…` : t`Show more`}
            </Button>
          )}
        </>
      )}
    </QueryBoundary>
  );
}
