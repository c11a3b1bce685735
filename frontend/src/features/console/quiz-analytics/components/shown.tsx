import type { ReactNode } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";

interface Props<T> {
  query: { data: T | undefined; error: unknown; isError: boolean; refetch: () => unknown };
  /** As tall as the panel will be. */
  height?: string;
  children: (data: T) => ReactNode;
}

/** A panel whose figures are polled: a failed poll leaves the last ones where they are, and the badge says so. */
export function Shown<T>({ query, height = "h-80", children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton className={height} />;
}
