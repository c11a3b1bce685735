import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "react-router";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { adminPath } from "@/config/admin-path";
import { entryNames } from "@/features/console/shared/money-words";
import { type Till, tillLinesQuery } from "@/features/console/shared/tills";
import { formatMoney, formatTime } from "@/lib/format";
import { TransferFacts } from "./transfer-facts";

/** What came into a till and went out of it. */
export function TillLines({ till, currency }: { till: Till; currency: string }) {
  const { t } = useLingui();
  const query = useQuery({
    ...tillLinesQuery(till.id),
    refetchInterval: till.state === "open" ? 30_000 : false,
  });
  return (
    <div className="mt-4">
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-16" />}
        empty={({ lines }) =>
          lines.length === 0 && (
            <p className="text-sm text-muted">
              <Trans>No cash movements yet.</Trans>
            </p>
          )
        }
      >
        {({ lines }) => (
          <ul className="divide-y divide-line border-t border-line">
            {lines.map((line) => (
              <li key={line.id} className="flex items-center gap-3 py-2 text-sm">
                <span className="tabular text-muted">{formatTime(line.at)}</span>
                <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
                  <span className="font-semibold">{t(entryNames[line.kind])}</span>
                  {line.bookingId && line.reference && (
                    <Link
                      className="tabular text-pine underline underline-offset-4"
                      to={adminPath.booking(line.bookingId)}
                    >
                      {line.reference}
                    </Link>
                  )}
                  {line.transfer && (
                    <TransferFacts line={line} transfer={line.transfer} till={till} currency={currency} />
                  )}
                  <span className="break-words text-muted">{line.note}</span>
                </span>
                <span
                  className={clsx("tabular font-bold whitespace-nowrap", line.amount < 0 && "text-danger")}
                >
                  {formatMoney(line.amount, currency)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </div>
  );
}
