import type { SiteConfig } from "@/lib/site-config";
import type { Draft, Step } from "../draft";
import { detailsProblems, type Problems, personalProblems } from "./schema";

/** The wanted step, or the first one before it that is not filled in: after a booking, "back" finds an empty form. */
export function reachableStep(
  wanted: Step,
  draft: Pick<Draft, "personal" | "details">,
  site: Pick<SiteConfig, "cars" | "locations" | "rental" | "tenant">,
): Step {
  if (wanted > 1 && !isRight(personalProblems(draft.personal, site.rental))) return 1;
  if (wanted > 2 && !isRight(detailsProblems(draft.details, draft.personal.driverAge, site))) return 2;
  return wanted;
}

function isRight(problems: Problems<Record<string, string>>): boolean {
  return Object.keys(problems).length === 0;
}
