import { useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { visitorsQuery } from "@/lib/visitors-query";

interface StepState {
  /** The question of this history entry, from 0. */
  question?: number;
  /** Whether the previous entry shows the previous question. */
  follows?: boolean;
}

/** The question of a history entry; undefined for other entries. */
export function questionOf({ state }: Location): number | undefined {
  return (state as StepState | null)?.question;
}

/**
 * Each question is a history entry, so that Back returns to the previous question.
 *
 * `onMove` is called when the visitor navigates to another question.
 */
export function useQuestionSteps(index: number, onMove: (index: number) => void) {
  const location = useLocation();
  const navigate = useNavigate();
  const shown = questionOf(location);
  const atStart = useRef(index);
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  });

  const go = (question: number, follows: boolean, replace: boolean) => {
    const { search, hash } = window.location;
    const state: StepState = { question, follows };
    void navigate({ pathname: location.pathname, search: visitorsQuery(search), hash }, { state, replace });
  };

  // The first question follows the quiz's first screen; a quiz gone on with takes the entry that it was opened in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the quiz opens
  useEffect(() => {
    if (shown !== atStart.current) go(atStart.current, false, shown !== undefined || atStart.current > 0);
  }, []);

  const known = useRef(index);
  known.current = index;
  useEffect(() => {
    if (shown !== undefined && shown !== known.current) move.current(shown);
  }, [shown]);

  return {
    forward: (question: number) => go(question, true, false),
    /** For the page's back button: uses the history if the previous entry is the previous question. */
    back: () => {
      if ((location.state as StepState | null)?.follows) void navigate(-1);
      else go(index - 1, false, true);
    },
  };
}
