import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { stepNames } from "../journey/rules";

export type OwnFunnel = components["schemas"]["OwnFunnelResponse"];
export type OwnStep = components["schemas"]["OwnFunnelStep"];

export const minSteps = 2;
export const maxSteps = 8;
// Not used in any id of a question; a landing page with it isn't offered.
export const between = ";";

export const siteSteps = [
  "landing",
  "search",
  "car",
  "wizard_1",
  "wizard_2",
  "wizard_3",
  "booking",
  "confirmed",
];
export const quizSteps = ["quiz_intro", "quiz_start", "quiz_done"];
export const pressSteps = ["press_phone", "press_whatsapp", "press_email"];
/** What a new funnel begins with. */
export const firstSteps = ["landing", "search", "wizard_1", "booking"];

export const breakdowns = ["utmSource", "utmMedium", "utmCampaign", "device", "language", "country"] as const;
export type Breakdown = (typeof breakdowns)[number];

const plainSteps = [...siteSteps, ...quizSteps, ...pressSteps];
const valued = /^(landing:\/|seen:.|answered:.|event:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/;
const isStep = (step: string) => plainSteps.includes(step) || (step.length <= 250 && valued.test(step));

/** The picked steps of the address; undefined unless they are a funnel. */
export function stepsFrom(text: string): string | undefined {
  const steps = [...new Set(text.split(between).filter(isStep))].slice(0, maxSteps);
  return steps.length >= minSteps ? steps.join(between) : undefined;
}

/** The steps with one of them moved to the place of its neighbour. */
export function moved(steps: readonly string[], from: number, to: number): string[] {
  const next = [...steps];
  const [step] = next.splice(from, 1);
  if (step !== undefined) next.splice(to, 0, step);
  return next;
}

/** A step that is not picked yet, to be added. */
export function nextStep(steps: readonly string[]): string | undefined {
  return plainSteps.find((step) => !steps.includes(step));
}

const landedOn = msg({ message: "Landed on", context: "step of a visit, before a page" });
const saw = msg({ message: "Saw", context: "step of a visit, before a question" });
const answered = msg({ message: "Answered", context: "step of a visit, before a question" });

/** An event that the company defined, as a step. */
export const eventStep = (id: string) => `event:${id}`;

/** The kind of a step with a value, and its value. */
export function partsOf(step: string): { kind?: MessageDescriptor; value: string } {
  const at = step.indexOf(":");
  if (at < 0) return { value: step };
  const kinds: Record<string, MessageDescriptor> = { landing: landedOn, seen: saw, answered };
  const kind = kinds[step.slice(0, at)];
  return { ...(kind && { kind }), value: step.slice(at + 1) };
}

/** Steps that only these funnels have, or in which the quiz must be named. */
const ownNames: Record<string, MessageDescriptor> = {
  press_phone: msg({ message: "Pressed the phone number", context: "step of a visit" }),
  press_whatsapp: msg({ message: "Pressed WhatsApp", context: "step of a visit" }),
  press_email: msg({ message: "Pressed the email address", context: "step of a visit" }),
  quiz_start: msg({ message: "Started the quiz", context: "step of a visit" }),
  quiz_done: msg({ message: "Finished the quiz", context: "step of a visit" }),
};

export const plainName = (step: string): MessageDescriptor | undefined => ownNames[step] ?? stepNames[step];
