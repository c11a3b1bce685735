import { type ReactNode, useMemo, useState } from "react";
import { ViewContext } from "../components/view-context";
import type { Bar } from "../rules/bars";
import type { View } from "../rules/view";
import { SessionsDialog } from "./sessions-dialog";

/** Lets the figures inside open the sessions behind their bars. */
export function SessionsOf({ view, children }: { view: View; children: ReactNode }) {
  const [bar, setBar] = useState<Bar | null>(null);
  const name = JSON.stringify(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view with the same content is the same
  const context = useMemo(() => ({ view, look: setBar }), [name]);
  return (
    <ViewContext value={context}>
      {children}
      {bar && <SessionsDialog view={view} bar={bar} onClose={() => setBar(null)} />}
    </ViewContext>
  );
}
