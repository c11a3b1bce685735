import { daysOf } from "@/features/console/shared/period/period";
/** The second segment of a comparison, kept in the address under names that begin with `b.`. Pure. */

import { readUrl } from "@/lib/url-state";
import { type View, viewBefore, viewFrom, viewReaders } from "../rules/view";

const prefix = "b.";

/** The part of the query that is about segment B, under the names that the page's own view has. */
function searchOfB(search: string): string {
  const own = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search))
    if (name.startsWith(prefix)) own.append(name.slice(prefix.length), value);
  return own.toString();
}

/** Segment B as the address says; undefined while nothing is compared. */
export function segmentB(search: string, today: string): View | undefined {
  const own = searchOfB(search);
  return own ? viewFrom(readUrl(own, viewReaders), today) : undefined;
}

/** The address with these parameters of segment B set, or taken out where undefined. */
export function withChangesOfB(
  search: string,
  changes: Record<string, string | string[] | undefined>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    query.delete(prefix + name);
    for (const one of Array.isArray(value) ? value : value ? [value] : []) query.append(prefix + name, one);
  }
  // Without a period it would count as no segment at all.
  if (!["b.year", "b.from"].some((name) => query.has(name))) query.set("b.year", "");
  return `?${query}`;
}

/** The address without segment B. */
export function withoutB(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [...query.keys()]) if (name.startsWith(prefix)) query.delete(name);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** The address with a segment B to begin with: the same filters in the period before. */
export function beginComparison(search: string, view: View, today: string): string {
  const past = viewBefore(view, today);
  const query = new URLSearchParams(withoutB(search));
  for (const [name, value] of Object.entries({ ...daysOf(past), ...past.filters })) {
    query.set(prefix + name, value);
  }
  return `?${query}`;
}
