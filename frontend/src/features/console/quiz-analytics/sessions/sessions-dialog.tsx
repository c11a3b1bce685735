import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { daysOf, formatSpan } from "@/features/console/shared/period/period";
import { formatMoney, formatNumber } from "@/lib/format";
import { FileMenu } from "../components/file-menu";
import type { Bar } from "../rules/bars";
import { fileUrl } from "../rules/bars";
import type { View } from "../rules/view";
import { sessionsQuery } from "./api";
import { SessionItem } from "./session-item";

interface Props {
  view: View;
  bar: Bar;
  onClose: () => void;
}

/** The sessions behind a bar, the newest first. */
export function SessionsDialog({ view, bar, onClose }: Props) {
  const { t } = useLingui();
  const { data, error, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    sessionsQuery(view, bar),
  );
  const sums = data?.pages[0];
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? [];
  return (
    <Dialog
      isLarge
      title={bar.title}
      description={t`Sessions of ${{ days: formatSpan(daysOf(view)) }} with this page's filters. They're anonymous; the short name identifies a session.`}
      onClose={onClose}
    >
      {isError && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-80" />}
      {sums && (
        <>
          {bar.funnel && (
            <p className="mb-2 text-sm text-slate">
              <Trans>
                Visits that began no quiz have no session, so there can be fewer sessions than visits.
              </Trans>
            </p>
          )}
          <div className="flex items-center justify-between gap-4">
            <p className="tabular text-sm text-slate" role="status">
              <b className="text-ink">
                <Plural value={{ count: sums.total }} one="# session" other="# sessions" />
              </b>
              {" · "}
              <Trans>{{ completed: formatNumber(sums.completed) }} completed</Trans>
              {" · "}
              <Trans>{{ booked: formatNumber(sums.converted) }} booked</Trans>
              {sums.bookedValue > 0 && <> · {formatMoney(sums.bookedValue, sums.currency)}</>}
            </p>
            {!bar.funnel && (
              <FileMenu
                label={bar.title}
                groups={[
                  { title: t`Sessions`, address: (form) => fileUrl(view, "sessions", form, bar) },
                  { title: t`Session answers`, address: (form) => fileUrl(view, "responses", form, bar) },
                ]}
              />
            )}
          </div>
          <ul className="mt-3 border-t border-line">
            {sessions.map((session) => (
              <SessionItem
                key={`${session.name} ${session.startedAt}`}
                session={session}
                currency={sums.currency}
              />
            ))}
          </ul>
          {sessions.length === 0 && (
            <p className="py-6 text-center text-slate">
              <Trans>No session is behind it any more.</Trans>
            </p>
          )}
          {hasNextPage && (
            <Button
              access="read"
              look="quiet"
              className="mt-4 w-full"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {isFetchingNextPage
                ? t`Just a moment`
                : t`Show ${{ count: formatNumber(Math.min(50, sums.total - sessions.length)) }} more`}
            </Button>
          )}
        </>
      )}
    </Dialog>
  );
}
