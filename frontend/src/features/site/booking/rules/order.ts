import type { SiteConfig } from "@/lib/site-config";
import { type Details, detailsProblems, type Personal, personalProblems } from "./schema";

/** The questions of a step. `confirm` asks for everything no earlier step did: contact details or extras. */
export type StepName = "contact" | "trip" | "extras" | "confirm";
export type Step = 1 | 2 | 3;
export type FormOrder = SiteConfig["formOrder"];

const orders: Record<FormOrder, readonly StepName[]> = {
  tripFirst: ["trip", "extras", "confirm"],
  contactFirst: ["contact", "trip", "confirm"],
};

export function stepName(order: FormOrder, step: Step): StepName {
  return orders[order][step - 1] as StepName;
}

export const stepNames = (order: FormOrder) => orders[order];

/** The step with this question; questions of no single step are in the last one. */
export function stepThatAsks(order: FormOrder, name: StepName): Step {
  return (orders[order].indexOf(name) + 1 || 3) as Step;
}

/** The wanted step, or the first incomplete one before it: after a booking, "back" finds an empty form. */
export function reachableStep(
  wanted: Step,
  draft: { order: FormOrder; personal: Personal; details: Details },
  site: Pick<SiteConfig, "cars" | "locations" | "rental" | "tenant">,
): Step {
  const { order, personal, details } = draft;
  // If contact details are in the last step, the age is checked there.
  const driverAge = stepThatAsks(order, "contact") === 3 ? "" : personal.driverAge;
  const problems: Partial<Record<StepName, () => object>> = {
    contact: () => personalProblems(personal, site.rental),
    trip: () => detailsProblems(details, driverAge, site),
  };
  const before = orders[order].slice(0, wanted - 1);
  const wrong = before.findIndex((name) => Object.keys(problems[name]?.() ?? {}).length > 0);
  return wrong < 0 ? wanted : ((wrong + 1) as Step);
}
