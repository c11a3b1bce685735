import { createContext, useContext } from "react";
import type { components } from "@/api/schema.gen";
import type { View } from "../rules/view";

/** A bar of a figure: the sessions with an answer, those that stopped at a question, or all of a view. */
export interface Bar {
  kind: "answer" | "dropped" | "all";
  question?: string;
  answer?: string;
  /** In words, for the head of the list. */
  title: string;
  /** What narrows the view beyond the bar, such as a campaign. */
  filters?: Partial<Record<"utmSource" | "utmMedium" | "utmCampaign", string>>;
}

/** What the figures below are of, and how to look at the sessions of one of their bars. */
export interface LookedAt {
  view: View;
  look: (bar: Bar) => void;
}

/** Null where figures are only read, such as behind a shared link. */
export const LookedAtContext = createContext<LookedAt | null>(null);

export const useLookedAt = () => useContext(LookedAtContext);

export type SessionBehind = components["schemas"]["SessionBehind"];
