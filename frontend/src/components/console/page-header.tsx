import type { ReactNode } from "react";

interface Props {
  title: string;
  description?: ReactNode;
  /** What can be done on this page, at the right on wide screens. */
  children?: ReactNode;
}

/** The head of an admin page. */
export function PageHeader({ title, description, children }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-bold">{title}</h1>
        {description && <p className="mt-1 max-w-2xl text-sm text-slate">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
