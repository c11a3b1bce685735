import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** Rows in one frame, each apart from the next by a line. Its children are list items. */
export function DataList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <ul
      className={clsx(
        "divide-y divide-line overflow-hidden rounded-card border border-line bg-panel",
        className,
      )}
    >
      {children}
    </ul>
  );
}

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** What comes next: "Show earlier visits". */
  children: ReactNode;
}

/** Loads the next page of a list while there is one. */
export function MoreButton({ list, children }: MoreProps) {
  const { t } = useLingui();
  if (!list.hasNextPage) return null;
  return (
    <Button
      look="quiet"
      className="mx-auto flex"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? t`Loading…` : children}
    </Button>
  );
}
