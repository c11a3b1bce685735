import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Bar } from "../rules/bars";
import { useViewContext } from "./view-context";

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
