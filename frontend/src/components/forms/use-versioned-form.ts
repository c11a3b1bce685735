import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  useWatch,
} from "react-hook-form";
import type { Location } from "react-router";
import { ApiError, sentenceOf } from "@/lib/errors";
import { changedFields, type Difference, differencesOf, isSame, mergeEdits } from "./merge";
import { errorAt, placeErrors } from "./server-errors";
import { useUnsavedWork } from "./unsaved-work";

/** What is edited, as the server has it. */
interface Version<T, R> {
  values: T;
  /** Sent along with a change: the server refuses one that was made from another. */
  revision: R;
  by?: string | null | undefined;
  at?: string | null | undefined;
  /** It is not stored yet, and saved even as it is. */
  isNew?: boolean;
}

/** Someone else saved first. Both versions are kept until one is chosen for each field. */
export interface EditConflict {
  by: string | null;
  at: string | null;
  differences: Difference[];
}

interface Options<D, T extends FieldValues, R> {
  /** The query of what is edited, and its data. */
  query: { queryKey: QueryKey; queryFn?: unknown };
  data: D;
  read: (data: D) => Version<T, R>;
  /** Sends the values and answers what the server has then. `base` is what was changed. */
  save: (values: T, revision: R, base: T) => Promise<D>;
  onSaved?: () => void;
  /** Each top-level field is sent separately: saved ones are not sent again when the next one is refused. */
  isSavedByField?: boolean;
  /** The fields that were refused. */
  onRefused?: (fields: string[]) => void;
  /** The form's field for one that the server names, where they differ. */
  fieldOf?: (field: string, sent: T) => string;
  /** Which navigation removes the form; by default one to another path. */
  leaves?: (from: Location, to: Location) => boolean;
}

/**
 * A form for something that several people may edit. Saves are sent one after the other and read the form when they
 * are sent; what is typed meanwhile stays. When someone else saved first, `conflict` has both versions.
 */
export function useVersionedForm<D, T extends FieldValues, R>(options: Options<D, T, R>) {
  const { query, data, read, save, isSavedByField, onSaved, onRefused, fieldOf, leaves } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(() => read(data));
  // What answers read that come late.
  const latest = useRef(base);
  const lastSent = useRef(base.values);
  const form = useForm<T>({ defaultValues: base.values as DefaultValues<T> });
  const values = useWatch({ control: form.control }) as T;
  const [problem, setProblem] = useState<string | null>(null);
  const [met, setMet] = useState<{
    conflict: EditConflict;
    theirs: Version<T, R>;
    retry: () => Promise<boolean>;
  } | null>(null);
  const { mutateAsync, isPending } = useMutation({
    scope: { id: JSON.stringify(query.queryKey) },
    mutationFn: (run: () => Promise<void>) => run(),
  });
  const isDirty = base.isNew || !isSame(values, base.values);
  const { errors } = form.formState;
  useUnsavedWork(isDirty, leaves);

  /** What the form holds at this moment, without fields that are shown and were never filled. */
  const live = (): T => {
    const { values: before } = latest.current;
    return structuredClone(mergeEdits<T>(before, form.getValues(), before));
  };
  function write(next: T) {
    const now = live();
    for (const name of Object.keys({ ...now, ...next })) {
      if (!isSame(now[name], next[name])) form.setValue(name as Path<T>, next[name]);
    }
  }
  /** Goes on from what the server has, with these values in the form. */
  function begin(next: Version<T, R>, shown: T = next.values) {
    latest.current = next;
    setBase(next);
    write(shown);
  }
  // What others save is shown as long as nothing is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only newer data is a reason
  useEffect(() => {
    const incoming = read(data);
    if (isSame(incoming.revision, latest.current.revision)) return;
    if (isSame(live(), latest.current.values)) begin(incoming);
    else if (isSame(incoming.values, latest.current.values)) begin(incoming, live());
  }, [data]);

  function set<P extends Path<T>>(name: P, value: PathValue<T, P>) {
    form.setValue(name, value);
  }
  // What was refused is no longer what the field holds.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => name && form.clearErrors(name as Path<T>),
      }),
    [form],
  );
  function clear() {
    setProblem(null);
    setMet(null);
    form.clearErrors();
  }
  async function exchange(sent: T, send: () => Promise<D>) {
    // An answer that is on its way is older than this one.
    await client.cancelQueries({ queryKey: query.queryKey });
    const answer = await send();
    client.setQueryData(query.queryKey, answer);
    const next = read(answer);
    begin(next, mergeEdits(sent, live(), next.values));
  }
  async function sendChanges() {
    const names = Object.keys(changedFields(latest.current.values, live()));
    if (latest.current.isNew && names.length === 0) names.push("");
    for (const name of isSavedByField ? names : names.slice(0, 1)) {
      const { revision, values: before } = latest.current;
      const sent = isSavedByField ? { ...before, [name]: live()[name] } : live();
      lastSent.current = sent;
      await exchange(sent, () => save(sent, revision, before));
    }
  }
  /** Whether it worked in the end; null for any other error than that someone else saved first. */
  async function meet(error: unknown, retry: () => Promise<boolean>): Promise<boolean | null> {
    if (!(error instanceof ApiError) || ![409, 412].includes(error.status)) return null;
    const newest = await client.fetchQuery({ ...query, staleTime: 0 } as { queryKey: QueryKey });
    const theirs = read(newest as D);
    if (isSame(theirs.revision, latest.current.revision)) return null;
    const differences = differencesOf(latest.current.values, live(), theirs.values);
    // The answer to an earlier save was lost, both wrote the same, or something beside the form was changed.
    if (differences.length === 0 || isSame(theirs.values, latest.current.values)) {
      begin(theirs, live());
      return retry();
    }
    const { by, at } = { by: theirs.by, at: theirs.at, ...(error.body?.details as object | undefined) };
    setMet({ conflict: { by: by ?? null, at: at ?? null, differences }, theirs, retry });
    return false;
  }

  /** Saves, then does what needs the newest revision, such as publishing. Answers whether all of it worked. */
  async function submit(then?: (revision: R) => Promise<D>, onDone = onSaved): Promise<boolean> {
    clear();
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false;
    try {
      await mutateAsync(async () => {
        await sendChanges();
        if (then) await exchange(live(), () => then(latest.current.revision));
      });
      onDone?.();
      return true;
    } catch (error) {
      const worked = await meet(error, () => submit(then, onDone)).catch(() => null);
      if (worked === null) {
        const placed = placeErrors(form, error, (field) => fieldOf?.(field, lastSent.current) ?? field);
        if (placed.length > 0) onRefused?.(placed);
        else setProblem(sentenceOf(error));
      }
      return worked === true;
    }
  }

  return {
    form,
    control: form.control,
    values,
    set,
    /** The same from what the field holds at this moment, which may be newer than what the page shows. */
    update<P extends Path<T>>(name: P, change: (now: PathValue<T, P>) => PathValue<T, P>) {
      set(name, change(structuredClone(form.getValues(name))));
    },
    /** Changes the whole from what it is at this moment. */
    change: (next: (now: T) => T) => write(next(live())),
    errorAt: (path: string, isWhole = false) => errorAt(errors, path, isWhole),
    hasErrors: Object.keys(errors).length > 0,
    problem,
    isDirty,
    isSaving: isPending,
    save: () => submit(),
    submit,
    /** Of the form element. Dialogs inside it may have their own forms. */
    onSubmit(event: FormEvent) {
      event.preventDefault();
      if (event.target === event.currentTarget) void submit();
    },
    /** What the server has, in place of what was typed. */
    replace(answer: D) {
      clear();
      client.setQueryData(query.queryKey, answer);
      begin(read(answer));
    },
    /** Drops what was typed. */
    reset() {
      clear();
      begin(read(client.getQueryData<D>(query.queryKey) ?? data));
    },
    conflict: met?.conflict ?? null,
    /** Goes on with the chosen side of each field, and saves it. */
    resolve(keepsMine: (difference: Difference) => boolean) {
      if (!met) return;
      const chosen = mergeEdits(latest.current.values, live(), met.theirs.values, keepsMine);
      begin(met.theirs, chosen);
      setMet(null);
      void met.retry();
    },
    takeTheirs() {
      if (met) begin(met.theirs);
      setMet(null);
    },
    /** Decides later: what was typed stays in the form. */
    dismiss: () => setMet(null),
  };
}

export type VersionedForm<T extends FieldValues> = Omit<
  ReturnType<typeof useVersionedForm<unknown, T, unknown>>,
  "replace" | "submit"
>;
