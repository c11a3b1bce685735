import { oneOf, useUrlState } from "@/lib/url-state";
import { comparisons } from "../rules/view";

const readers = { compare: oneOf(comparisons) };

/** What the address says the period is compared with. */
export function useCompared() {
  const [{ compare = "before" }, choose] = useUrlState(readers);
  const chooseCompared = (next: string) =>
    choose({ compare: next === "before" ? undefined : next }, { flushSync: true });
  return { compare, chooseCompared };
}
