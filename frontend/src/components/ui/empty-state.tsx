import type { ReactNode } from "react";

interface Props {
  title: string;
  children?: ReactNode;
}

/** Nothing to show yet, and what will bring something. */
export function EmptyState({ title, children }: Props) {
  return (
    <div className="rounded-card border border-line bg-panel p-8 text-center">
      <img
        src="/drawings/empty-road.svg"
        alt=""
        width={960}
        height={400}
        className="mx-auto w-full max-w-sm rounded-card"
      />
      <p className="mt-4 font-semibold">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-md text-sm text-slate">{children}</div>}
    </div>
  );
}
