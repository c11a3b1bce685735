import { useInfiniteQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { call, type Entry } from "./api";
import { EntryList } from "./entry-list";
import { useTitle } from "./shell";

interface Page {
  entries: Entry[];
  hasMore: boolean;
}

/** Everything that operators did. Nothing here can be changed. */
export function AuditLogPage() {
  useTitle("Audit log");
  const log = useInfiniteQuery({
    queryKey: ["audit-log"],
    queryFn: ({ pageParam }) =>
      call<Page>(
        pageParam
          ? `/audit-log?${new URLSearchParams({ before: pageParam.happenedAt, before_id: pageParam.id })}`
          : "/audit-log",
      ),
    initialPageParam: undefined as Entry | undefined,
    getNextPageParam: ({ entries, hasMore }: Page) => (hasMore ? entries.at(-1) : undefined),
    staleTime: 0,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What operators did here and at the command line. Times are in UTC."
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={log}
          empty={() =>
            entries.length === 0 && <EmptyState title="No entries yet">Changes are listed here.</EmptyState>
          }
        >
          {() => <EntryList entries={entries} />}
        </QueryBoundary>
        {log.hasNextPage && (
          <Button
            look="quiet"
            className="mx-auto flex"
            disabled={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </>
  );
}
