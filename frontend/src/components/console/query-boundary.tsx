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
  /** Used in the error message: "Error loading affiliate data". */
  title?: string;
  /** Added to the error message on a page that retries automatically. */
  note?: string;
  skeleton?: ReactNode;
  /** Shown when the list is empty; false otherwise. */
  empty?: ((data: T) => ReactNode | false) | undefined;
  children: (data: T) => ReactNode;
}

/**
 * The states of a query: loading skeleton, data, empty and error. After a failed poll the last data stays below the
 * error.
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
