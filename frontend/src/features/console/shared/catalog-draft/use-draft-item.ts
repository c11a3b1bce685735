import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, sentenceOf } from "@/lib/errors";
import {
  changeItem,
  type Draft,
  discardItems,
  draftKey,
  draftQuery,
  type Entry,
  entriesOf,
  type Items,
  type Part,
} from "./api";
import { changedFields, isSame } from "./rules";

/** What somebody else made of the item since it was loaded, and what would become of it with one's own changes. */
export interface Conflict<T> {
  by: string | null;
  at: string | null;
  revision: string;
  theirs: T;
  yours: T;
}

interface Edit<T> {
  value: T;
  /** As it was when the editing began: what others do meanwhile is found by it. */
  base: T;
  revision: string;
}

/**
 * One item of the catalogue's draft, to be edited: `value` is what the form shows, `change` edits it on the page,
 * `save` sends the changed fields. What the server says of single fields is in `errors` by path ("rates.0.dailyRate"),
 * the rest in `problem`. When somebody else changed the item meanwhile, `conflict` has both sides, nothing is lost, and
 * `keepMine` or `takeTheirs` goes on. The key of delivery fees and of price rules is "all".
 */
export function useDraftItem<P extends Part>(part: P, key: string) {
  type T = Items[P];
  const client = useQueryClient();
  const query = useQuery(draftQuery);
  const [edit, setEdit] = useState<Edit<T> | null>(null);
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const entry: Entry<P> | undefined =
    query.data && entriesOf(query.data, part).find((each) => each.key === key);
  const { mutateAsync, isPending: isSaving } = useMutation({
    mutationFn: (run: () => Promise<Draft>) => run(),
  });

  async function send(run: () => Promise<Draft>): Promise<boolean> {
    setErrors({});
    setProblem(null);
    try {
      client.setQueryData(draftQuery.queryKey, await mutateAsync(run));
    } catch (error) {
      refused(error);
      return false;
    }
    setEdit(null);
    setConflict(null);
    void client.invalidateQueries({ queryKey: draftKey });
    return true;
  }

  function refused(error: unknown) {
    const body = error instanceof ApiError ? error.body : undefined;
    if (body?.error === "ItemChangedMeanwhile") {
      const met = body.details as unknown as Conflict<T>;
      // The answer to an earlier save was lost, or both wrote the same: nothing is left to decide.
      if (isSame(met.theirs, met.yours)) takeTheirs();
      else setConflict(met);
    } else if (body?.fields?.length)
      setErrors(Object.fromEntries(body.fields.map(({ field, message }) => [field, message])));
    else setProblem(sentenceOf(error));
  }

  function takeTheirs() {
    setEdit(null);
    setConflict(null);
    void client.invalidateQueries({ queryKey: draftKey });
  }

  const value: T | null = edit?.value ?? entry?.item ?? null;

  return {
    query,
    entry,
    value,
    isDirty: edit !== null,
    isSaving,
    errors,
    problem,
    conflict,
    /** Fields to change, or the whole of a list. */
    change(changes: T extends unknown[] ? T : Partial<T>) {
      if (!entry?.item) return;
      const begun: Edit<T> = edit ?? { value: entry.item, base: entry.item, revision: entry.revision };
      const next = Array.isArray(changes) ? (changes as unknown as T) : { ...begun.value, ...changes };
      setEdit({ ...begun, value: next });
    },
    /** Sends what was changed, or these fields at once; answers whether it was taken. */
    save(now?: T extends unknown[] ? T : Partial<T>): Promise<boolean> {
      const begun =
        edit ?? (entry?.item ? { value: entry.item, base: entry.item, revision: entry.revision } : null);
      if (!begun) return Promise.resolve(false);
      const next = Array.isArray(now) ? (now as unknown as T) : ({ ...begun.value, ...now } as T);
      const sent = Array.isArray(begun.value) ? (now ?? begun.value) : changedFields(begun.base, next);
      return send(() => changeItem(part, key, begun.revision, sent));
    },
    /** Back to what the draft has. */
    reset() {
      setEdit(null);
      setConflict(null);
      setErrors({});
      setProblem(null);
    },
    /** Back to what visitors see. */
    discard: () => send(() => discardItems([{ part, key }])),
    /** Back to the form with what was typed: nothing is decided yet. */
    dismiss: () => setConflict(null),
    keepMine() {
      if (!conflict || !edit) return Promise.resolve(false);
      const sent = Array.isArray(edit.value) ? edit.value : changedFields(edit.base, edit.value);
      return send(() => changeItem(part, key, conflict.revision, sent));
    },
    takeTheirs,
  };
}
