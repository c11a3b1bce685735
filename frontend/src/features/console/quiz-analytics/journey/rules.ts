import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";

export type Journey = components["schemas"]["JourneyResponse"];
export type Split = components["schemas"]["JourneySplit"];
export type Step = components["schemas"]["JourneyStep"];
export type SplitName = "all" | "withQuiz" | "withoutQuiz";

export const splitNames: Record<SplitName, MessageDescriptor> = {
  all: msg`All visits`,
  withQuiz: msg`With the quiz`,
  withoutQuiz: msg`Without the quiz`,
};

/** Names of steps; a question has its own text. */
export const stepNames: Record<string, MessageDescriptor> = {
  landing: msg({ message: "Came to the site", context: "step of a visit" }),
  quiz_intro: msg({ message: "Saw the quiz", context: "step of a visit" }),
  quiz_start: msg({ message: "Started", context: "step of a visit: the quiz" }),
  quiz_done: msg({ message: "Finished it", context: "step of a visit: the quiz" }),
  search: msg({ message: "Chose dates", context: "step of a visit" }),
  car: msg({ message: "Opened a car", context: "step of a visit" }),
  wizard_1: msg({ message: "Booking form: step 1", context: "step of a visit" }),
  wizard_2: msg({ message: "Booking form: step 2", context: "step of a visit" }),
  wizard_3: msg({ message: "Booking form: step 3", context: "step of a visit" }),
  booking: msg({ message: "Booked", context: "step of a visit" }),
  confirmed: msg({ message: "Confirmed", context: "step of a visit" }),
};

export interface Bar {
  step: Step;
  /** Percent of the tallest bar: all of it, and the part of the visits that ended here. */
  height: number;
  ended: number;
}

/** The steps as bars that are comparable with each other. */
export function barsOf(steps: readonly Step[]): Bar[] {
  const most = Math.max(1, ...steps.map(({ visits }) => visits));
  return steps.map((step) => ({
    step,
    height: (100 * step.visits) / most,
    ended: (100 * step.dropped) / most,
  }));
}

/** The step that most visits ended with, of those that were no landing: what to look at first. */
export function worstOf(steps: readonly Step[]): Step | undefined {
  const [worst] = steps
    .filter(({ step, dropped }) => step !== "landing" && dropped >= 5)
    .sort((one, other) => other.dropped - one.dropped);
  return worst;
}

/** A span of time in the unit that says most, as a number and its unit. */
export function spanOf(seconds: number): { value: number; unit: "second" | "minute" | "hour" } {
  if (seconds < 90) return { value: Math.round(seconds), unit: "second" };
  if (seconds < 90 * 60) return { value: Math.round(seconds / 60), unit: "minute" };
  return { value: Math.round(seconds / 360) / 10, unit: "hour" };
}
