import { reach } from "@/features/site/shared/journey/journey";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import { localStore, readJson } from "@/lib/storage";
import type { FormOrder } from "./order";

/** What was drawn here, and in which experiment: no identifier, all who were drawn alike have the same. */
interface Drawn {
  experiment: string;
  order: FormOrder;
}

const key = "form_experiment";
const steps = { tripFirst: "form_trip_first", contactFirst: "form_contact_first" } as const;

/** The company's order; while an experiment runs, the one that was drawn for this visitor, whose visit then says so. */
export function drawnOrder(random = Math.random): FormOrder {
  const { formOrder, formExperiment } = siteConfig();
  if (!formExperiment) return formOrder;
  const { id, arms } = formExperiment;
  const kept = readJson<Drawn>(localStore, key);
  const order = kept?.experiment === id ? kept.order : draw(arms, 100 * random());
  localStore.set(key, JSON.stringify({ experiment: id, order } satisfies Drawn));
  reach(steps[order], window.location.pathname);
  return order;
}

type Arms = NonNullable<SiteConfig["formExperiment"]>["arms"];

function draw(arms: Arms, number: number): FormOrder {
  let below = 0;
  for (const { order, share } of arms) {
    below += share;
    if (number < below) return order;
  }
  return "tripFirst";
}
