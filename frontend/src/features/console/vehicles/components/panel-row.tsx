import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  text: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** One line of a panel: what it is, when, and what can be done with it. */
export function PanelRow({ title, text, children }: Props) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-semibold">{title}</p>
        <p className="tabular text-slate">{text}</p>
      </div>
      {children && <div className="flex gap-1">{children}</div>}
    </li>
  );
}
