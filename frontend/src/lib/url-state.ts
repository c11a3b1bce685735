import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Parses one URL parameter: its value, or undefined for anything else. */
export type Reader<T extends string = string> = (text: string) => T | undefined;
type Readers = Record<string, Reader>;
export type UrlState<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> };

/** A date that exists, as yyyy-mm-dd. */
export const day: Reader = (text) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const moment = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text) ? text : undefined;
};

/** One of these values, whatever its case in the URL. */
export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (text) => values.find((value) => value.toLowerCase() === text.trim().toLowerCase());
}

/** One of these columns to sort by, `-` before it for descending. */
export function sortBy<const T extends string>(columns: readonly T[]): Reader<T | `-${T}`> {
  return oneOf(columns.flatMap((column) => [column, `-${column}` as const]));
}

/** Any text, as far as it is not longer than this. */
export function textUpTo(longest: number): Reader {
  return (text) => text.slice(0, longest) || undefined;
}

/** What a query says for these parameters. Whatever cannot be read counts as not given. */
export function readUrl<R extends Readers>(search: string, readers: R): UrlState<R> {
  const query = new URLSearchParams(search);
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(query.get(name) ?? "")]);
  return Object.fromEntries(read) as UrlState<R>;
}

/** The query with these parameters set, or taken out where undefined; all others stay as and where they are. */
export function writeUrl(search: string, changes: Record<string, string | undefined>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

const asItIs = (search: string) => search;

interface Options {
  /** Takes out of the query what must not be kept with this state. */
  clean?: (search: string) => string;
}

interface Step {
  /** Kept with the entry of the history. */
  state?: unknown;
  /** Takes the place of the present entry instead of following it. */
  replace?: boolean;
  /** Drawn at once, not when there is time: a box that is ticked must not look unticked for a moment. */
  flushSync?: boolean;
}

/** What the URL will say once the changes to the entry of the history with this key are drawn. */
let pending: { key: string; search: string } | undefined;

/** Changes the query of the URL: a step of the browser's history that leaves the scrolling alone. */
export function useSearchChange() {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry that is drawn has no changes left to be drawn.
  useEffect(() => {
    pending = undefined;
  }, [key]);
  return useCallback(
    (change: (search: string) => string, step: Step = {}) => {
      // Two quick changes: the second is made to what the first leaves, which may not be drawn yet.
      const current = pending?.key === key ? pending.search : search;
      const next = change(current);
      if (next === current) return;
      pending = { key, search: next };
      void navigate({ pathname, search: next, hash }, { ...step, preventScrollReset: true });
    },
    [pathname, search, hash, key, navigate],
  );
}

/**
 * State of a page that lives in its URL: a link shares it, a reload and the way back keep it. Answers what the
 * URL says and how to change it.
 */
export function useUrlState<R extends Readers>(readers: R, { clean = asItIs }: Options = {}) {
  const { search } = useLocation();
  const changeSearch = useSearchChange();
  const change = useCallback(
    (changes: { [K in keyof R]?: string | undefined }, step?: Step) =>
      changeSearch((current) => writeUrl(clean(current), changes), step),
    [clean, changeSearch],
  );
  return [readUrl(search, readers), change] as const;
}
