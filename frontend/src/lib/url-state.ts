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

/** One of these values, ignoring case. */
export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (text) => values.find((value) => value.toLowerCase() === text.trim().toLowerCase());
}

/** One of these sort columns, with a leading `-` for descending. */
export function sortBy<const T extends string>(columns: readonly T[]): Reader<T | `-${T}`> {
  return oneOf(columns.flatMap((column) => [column, `-${column}` as const]));
}

/** Any text, truncated to this length. */
export function textUpTo(longest: number): Reader {
  return (text) => text.slice(0, longest) || undefined;
}

/** Parses these parameters of a query. Invalid values count as missing. */
export function readUrl<R extends Readers>(search: string, readers: R): UrlState<R> {
  const query = new URLSearchParams(search);
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(query.get(name) ?? "")]);
  return Object.fromEntries(read) as UrlState<R>;
}

/** The query with these parameters set, or removed when undefined. Others are unchanged. */
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
  /** Removes parameters that must not be combined with this state. */
  clean?: (search: string) => string;
}

interface Step {
  /** Stored in the history entry. */
  state?: unknown;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Renders synchronously: a ticked checkbox must not flash back to unticked. */
  flushSync?: boolean;
}

/** The query of the history entry `key` after changes that are not rendered yet. */
let pending: { key: string; search: string } | undefined;

/** Changes the URL's query as a history step, without scrolling. */
export function useSearchChange() {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry that is drawn has no changes left to be drawn.
  useEffect(() => {
    pending = undefined;
  }, [key]);
  return useCallback(
    (change: (search: string) => string, step: Step = {}) => {
      // A second quick change applies to the result of the first, which may not be rendered yet.
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
 * State of a page that lives in its URL, so that links, reloads and Back keep it. Returns the current state and a
 * function to change it.
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
