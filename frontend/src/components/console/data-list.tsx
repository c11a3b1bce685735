import { clsx } from "clsx";
import type { ReactNode } from "react";

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
