import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useViewContext } from "./view-context";

interface Props {
  title: string;
  description: ReactNode;
  /** What can be done with it, at the right. */
  children?: ReactNode;
}

/** The head of a section: its name, which on a phone its fold bears, and, in a sentence, how to read it. */
export function SectionHead({ title, description, children }: Props) {
  // Where figures are only read, nothing folds.
  const isCollapsible = useViewContext() !== null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 max-w-3xl">
        <h2 className={clsx("text-lg font-bold", isCollapsible && "max-md:hidden")}>{title}</h2>
        <p className="mt-0.5 text-sm text-slate">{description}</p>
      </div>
      {children}
    </div>
  );
}
