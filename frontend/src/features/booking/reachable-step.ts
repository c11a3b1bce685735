import type { SiteConfig } from "@/lib/site-config";
import type { Draft, Step } from "./draft";
import { detailsSchema, personalSchema } from "./schema";

/** The wanted step, or the first one before it that is not filled in: after a booking, "back" finds an empty form. */
export function reachableStep(
  wanted: Step,
  draft: Pick<Draft, "personal" | "details">,
  site: Pick<SiteConfig, "rental" | "tenant">,
): Step {
  if (wanted > 1 && !personalSchema(site.rental).safeParse(draft.personal).success) return 1;
  if (wanted > 2 && !detailsSchema(site).safeParse(draft.details).success) return 2;
  return wanted;
}
