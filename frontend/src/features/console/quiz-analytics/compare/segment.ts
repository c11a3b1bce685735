import { daysOf } from "@/features/console/shared/period/period";
/** The second segment of a comparison, kept in the URL with the prefix `b.`. Pure. */

import { readUrl } from "@/lib/url-state";
import { type View, viewBefore, viewFrom, viewReaders } from "../rules/view";

const prefix = "b.";

/** Segment B's part of the query, with the page's own parameter names. */
function searchOfB(search: string): string {
  const own = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search))
    if (name.startsWith(prefix)) own.append(name.slice(prefix.length), value);
  return own.toString();
}

/** Segment B of the URL; undefined without a comparison. */
export function segmentB(search: string, today: string): View | undefined {
  const own = searchOfB(search);
  return own ? viewFrom(readUrl(own, viewReaders), today) : undefined;
}

/** The query with these parameters of segment B set, or removed where undefined. */
export function withChangesOfB(
  search: string,
  changes: Record<string, string | string[] | undefined>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    query.delete(prefix + name);
    for (const one of Array.isArray(value) ? value : value ? [value] : []) query.append(prefix + name, one);
  }
  // Without a period it would not count as a segment.
  if (!["b.year", "b.from"].some((name) => query.has(name))) query.set("b.year", "");
  return `?${query}`;
}

/** The query without segment B. */
export function withoutB(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [...query.keys()]) if (name.startsWith(prefix)) query.delete(name);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** The query with an initial segment B: the same filters in the previous period. */
export function beginComparison(search: string, view: View, today: string): string {
  const past = viewBefore(view, today);
  const query = new URLSearchParams(withoutB(search));
  for (const [name, value] of Object.entries({ ...daysOf(past), ...past.filters })) {
    query.set(prefix + name, value);
  }
  return `?${query}`;
}
