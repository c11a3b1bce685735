import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { createContext, useContext } from "react";
import type { Bar } from "../rules/bars";
import type { Choose, View } from "../rules/view";

/** What the figures below are of, and how to look at the sessions of one of their bars. */
interface ViewContextValue {
  view: View;
  look: (bar: Bar) => void;
  /** Narrows the page. */
  choose?: Choose;
}

/** Null where figures are only read, such as behind a shared link. */
export const ViewContext = createContext<ViewContextValue | null>(null);

export const useViewContext = () => useContext(ViewContext);

/** A count that opens the sessions it counts; plain text where figures are only read. */
export function DrillDown({ bar, children }: { bar: Bar; children: ReactNode }) {
  const { t } = useLingui();
  const context = useViewContext();
  if (!context) return children;
  return (
    <button
      type="button"
      onClick={() => context.look(bar)}
      title={t`Show these sessions`}
      className="relative -my-2 inline-flex min-h-8 items-center underline decoration-muted decoration-dotted underline-offset-4 hover:decoration-current"
    >
      {children} <span className="sr-only">{t`: view these sessions`}</span>
    </button>
  );
}
