import { clsx } from "clsx";
import type { ReactNode } from "react";

interface Props {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** One titled part of an admin page. */
export function Panel({ title, description, children }: Props) {
  return (
    <section className="rounded-card border border-line bg-panel p-5 sm:p-6">
      <h2 className="font-bold">{title}</h2>
      {description && <div className="mt-1 max-w-2xl text-sm text-slate">{description}</div>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

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
