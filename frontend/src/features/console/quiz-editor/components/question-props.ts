import type { Problem } from "../api";
import type { DraftState } from "../use-draft";

export interface QuestionProps {
  draft: DraftState;
  place: number;
  /** The language that is translated into; null for the first, in which the quiz is written. */
  language: string | null;
  problems: ReadonlyMap<string, Problem>;
}
