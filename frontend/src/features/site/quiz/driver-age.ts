import { t } from "@lingui/core/macro";
import type { SiteConfig } from "@/lib/site-config";
import { type Answers, applicable, type Definition, includes, type Option } from "./rules";

type Limits = Pick<SiteConfig["rental"], "driverMinimumAge" | "driverMaximumAge">;

/** Whether someone who gives this answer may be too young or too old to drive. */
export function isAgeOutside({ ageFrom, ageTo }: Option, limits: Limits): boolean {
  const isYounger = ageTo != null && (ageFrom ?? 0) < limits.driverMinimumAge;
  const isOlder = ageFrom != null && (ageTo ?? Number.POSITIVE_INFINITY) > limits.driverMaximumAge;
  return isYounger || isOlder;
}

/** What the company's limits of age mean for these answers; null where they allow any age that was named. */
export function ageNote(options: readonly Option[], limits: Limits): string | null {
  if (!options.some((option) => isAgeOutside(option, limits))) return null;
  const { driverMinimumAge: youngest, driverMaximumAge: oldest } = limits;
  return t`Drivers must be ${youngest} to ${oldest} years old. Otherwise, choose another driver or contact us before you book.`;
}

/** The note for the answers that were given. */
export function ageNoteOf(definition: Definition, answers: Answers, limits: Limits): string | null {
  const given = applicable(definition, answers).flatMap(({ id, options }) =>
    options.filter(({ value }) => includes(answers[id], value)),
  );
  return ageNote(given, limits);
}
