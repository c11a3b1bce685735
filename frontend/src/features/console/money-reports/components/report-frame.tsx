import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";

interface Props<T> {
  title: string;
  description: string;
  /** The same as files, by what they are called. */
  files: readonly { url: string; name: string }[];
  query: UseQueryResult<T>;
  filters: ReactNode;
  empty: (data: T) => ReactNode | false;
  children: (data: T) => ReactNode;
}

/** A report of money: title, files, filters and figures. */
export function ReportFrame<T>({ title, description, files, query, filters, empty, children }: Props<T>) {
  return (
    <>
      <PageHeader title={title} description={description}>
        {files.map(({ url, name }) => (
          <a key={url} className={buttonClass("quiet")} href={url} download>
            <Download aria-hidden size={18} /> {name}
          </a>
        ))}
      </PageHeader>
      {filters}
      <div
        className={clsx(
          "mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity",
          query.isPlaceholderData && "opacity-60",
        )}
        aria-busy={query.isPlaceholderData}
      >
        <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />} empty={empty}>
          {children}
        </QueryBoundary>
      </div>
    </>
  );
}
