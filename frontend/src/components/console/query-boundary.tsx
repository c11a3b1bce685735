import type { ReactNode } from "react";
import { Problem } from "./problem";
import { Skeleton } from "./skeleton";

/** The part of a query's result that decides what to show. */
interface Query<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isPending: boolean;
  refetch: () => unknown;
}

interface Props<T> {
  query: Query<T>;
  /** Named in the problem: "Error loading affiliate data". */
  title?: string;
  /** Added to the problem on a page that retries automatically. */
  note?: string;
  skeleton?: ReactNode;
  /** Shown when there is nothing to list; false when there is something. */
  empty?: (data: T) => ReactNode | false;
  children: (data: T) => ReactNode;
}

/**
 * The states of what is loaded: a skeleton at first, what came, that there is nothing, and what went wrong. After a
 * failed poll the last data stay below the problem.
 */
export function QueryBoundary<T>(props: Props<T>) {
  const { query, title, note, skeleton = <Skeleton />, empty, children } = props;
  return (
    <>
      {query.isError && (
        <Problem error={query.error} title={title} note={note} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && skeleton}
      {query.data !== undefined && (empty?.(query.data) || children(query.data))}
    </>
  );
}
