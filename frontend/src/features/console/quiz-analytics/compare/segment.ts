/** The segments of a comparison beside the page's own sessions (A), kept in the URL with a prefix such as `b.`. Pure. */

import { daysOf } from "@/features/console/shared/period/period";
import { readUrl } from "@/lib/url-state";
import { type View, viewBefore, viewFrom, viewReaders } from "../rules/view";

const letters = ["B", "C", "D", "E"] as const;
type Letter = "A" | (typeof letters)[number];
export const maxSegments = letters.length + 1;
const maxName = 40;

export interface Segment {
  letter: Letter;
  /** By the analyst; empty without. */
  name: string;
  view: View;
}

/** How a table heads a segment; `isPart`: its sessions are among those of A. */
export type SegmentHead = Pick<Segment, "letter" | "name"> & { isPart?: boolean };

const prefixOf = (letter: Letter) => `${letter.toLowerCase()}.`;
/** The parameter with a segment's name. */
const named = "name";

/** A segment's part of the query, with the page's own parameter names. */
function ownSearch(search: string, letter: Letter): URLSearchParams {
  const own = new URLSearchParams();
  const prefix = prefixOf(letter);
  for (const [name, value] of new URLSearchParams(search))
    if (name.startsWith(prefix)) own.append(name.slice(prefix.length), value);
  return own;
}

/** The segments of the URL beside A, in order. */
export function segmentsOf(search: string, today: string): Segment[] {
  return letters.flatMap((letter) => {
    const own = ownSearch(search, letter);
    if (own.size === 0) return [];
    const view = viewFrom(readUrl(own.toString(), viewReaders), today);
    return [{ letter, name: nameOf(search, letter), view }];
  });
}

export const nameOf = (search: string, letter: Letter) =>
  (ownSearch(search, letter).get(named) ?? "").slice(0, maxName);

/** A segment with its letter, and its name if it has one. */
export const titleOf = ({ letter, name }: Pick<Segment, "letter" | "name">) =>
  name ? `${letter} · ${name}` : letter;

type Changes = Record<string, string | string[] | undefined>;

/** The query with these parameters of a segment set, or removed where undefined. */
export function withChanges(search: string, letter: Letter, changes: Changes): string {
  const query = new URLSearchParams(search);
  const prefix = prefixOf(letter);
  for (const [name, value] of Object.entries(changes)) {
    query.delete(prefix + name);
    for (const one of Array.isArray(value) ? value : value ? [value] : []) query.append(prefix + name, one);
  }
  // Without a period it would not count as a segment.
  if (letter !== "A" && ![`${prefix}year`, `${prefix}from`].some((name) => query.has(name)))
    query.set(`${prefix}year`, "");
  return textOf(query);
}

export const withName = (search: string, letter: Letter, name: string) =>
  withChanges(search, letter, { [named]: name.slice(0, maxName) || undefined });

/** The query without these segments; of A the name is taken away. */
export function without(search: string, ...taken: readonly Letter[]): string {
  const query = new URLSearchParams(search);
  for (const letter of taken)
    for (const name of [...query.keys()]) if (name.startsWith(prefixOf(letter))) query.delete(name);
  return textOf(query);
}

export const withoutSegments = (search: string) => without(search, "A", ...letters);

/** The query with one more segment: the first one is the period before, others are like A. */
export function withAnother(search: string, view: View, today: string): string {
  const letter = letters.find((one) => ownSearch(search, one).size === 0);
  if (!letter) return search;
  const given = letter === "B" ? viewBefore(view, today) : view;
  return withChanges(search, letter, parametersOf(given));
}

/** The query with these as the other segments, over the page's days; A stays what the page shows. */
export function withSegments(
  search: string,
  view: View,
  segments: readonly { name: string; filters: View["filters"] }[],
): string {
  return segments.slice(0, letters.length).reduce((current, { name, filters }, place) => {
    const letter = letters[place];
    if (!letter) return current;
    return withName(withChanges(current, letter, parametersOf({ ...view, filters })), letter, name);
  }, withoutSegments(search));
}

/** Whether all sessions of `part` are among those of `whole`: over the same days, with the same filters and more. */
export const isPartOf = (part: View, whole: View): boolean =>
  same(daysOf(part), daysOf(whole)) &&
  Object.entries(whole.filters).every(([name, value]) =>
    same(part.filters[name as keyof View["filters"]], value),
  );

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const parametersOf = (view: View): Changes => ({ ...daysOf(view), ...view.filters });

const textOf = (query: URLSearchParams) => {
  const text = query.toString();
  return text ? `?${text}` : "";
};
