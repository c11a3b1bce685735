import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { FiguresLate } from "../rules/freshness";

interface Props<T> {
  query: { data: T | undefined; error: unknown; isError: boolean; refetch: () => unknown };
  /** As tall as the panel will be. */
  height?: string;
  children: (data: T) => ReactNode;
}

/** A panel whose figures are polled: a failed poll leaves the last ones where they are, and the badge says so. */
export function Shown<T>({ query, height = "h-80", children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <FiguresProblem error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton className={height} />;
}

interface ProblemProps {
  error: unknown;
  note?: string;
  onRetry: () => void;
}

/** Why figures that were never received are not there: late ones are no fault of the reader's connection. */
export function FiguresProblem({ error, ...more }: ProblemProps) {
  const { t } = useLingui();
  if (!(error instanceof FiguresLate)) return <Problem error={error} {...more} />;
  return (
    <p role="status" className="rounded-card border border-line bg-panel p-4 text-sm">
      {t`These figures are delayed. They appear here once counted.`}
    </p>
  );
}
