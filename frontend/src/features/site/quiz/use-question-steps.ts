import { useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { visitorsQuery } from "@/lib/visitors-query";

interface StepState {
  /** The question that this entry of the history shows, from 0. */
  question?: number;
  /** Whether the entry before it shows the question before. */
  follows?: boolean;
}

/** The question that an entry of the history shows; undefined for one that is no question's. */
export function questionOf({ state }: Location): number | undefined {
  return (state as StepState | null)?.question;
}

/**
 * Each question is a step of the browser's history, so that the phone's Back goes back one question.
 *
 * `onMove` is called when the visitor went back or forward to another one.
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
    /** By the button of the page: through the history where it has the question before. */
    back: () => {
      if ((location.state as StepState | null)?.follows) void navigate(-1);
      else go(index - 1, false, true);
    },
  };
}
