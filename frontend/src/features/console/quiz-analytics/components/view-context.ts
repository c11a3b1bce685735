import { createContext, useContext } from "react";
import type { Bar } from "../rules/bars";
import type { Choose, View } from "../rules/view";

/** What the figures below are of, and how to look at the sessions of one of their bars. */
export interface ViewContextValue {
  view: View;
  look: (bar: Bar) => void;
  /** Narrows the page. */
  choose?: Choose;
}

/** Null where figures are only read, such as behind a shared link. */
export const ViewContext = createContext<ViewContextValue | null>(null);

export const useViewContext = () => useContext(ViewContext);
