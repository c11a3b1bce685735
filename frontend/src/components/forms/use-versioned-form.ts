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

/** The edited values, as stored on the server. */
interface Version<T, R> {
  values: T;
  /** Sent with each change: the server refuses a change of an older revision. */
  revision: R;
  by?: string | null | undefined;
  at?: string | null | undefined;
  /** Not stored yet, so it can be saved unchanged. */
  isNew?: boolean;
}

/** Another user saved first. Both versions are kept until the user chooses one for each field. */
export interface EditConflict {
  by: string | null;
  at: string | null;
  differences: Difference[];
}

interface Options<D, T extends FieldValues, R> {
  /** The query of the edited data, and its result. */
  query: { queryKey: QueryKey; queryFn?: unknown };
  data: D;
  read: (data: D) => Version<T, R>;
  /** Sends the values and returns the stored state. `base` is the version before the change. */
  save: (values: T, revision: R, base: T) => Promise<D>;
  onSaved?: () => void;
  /** Each top-level field is sent separately. After a failure, saved fields are not sent again. */
  isSavedByField?: boolean;
  /** Called with the rejected fields. */
  onRefused?: (fields: string[]) => void;
  /** Maps a server field to the form field, where the names differ. */
  fieldOf?: (field: string, sent: T) => string;
  /** Which navigation removes the form; by default one to another path. */
  leaves?: (from: Location, to: Location) => boolean;
}

/**
 * A form for data that several users may edit. Saves run one after the other and read the form when they are sent;
 * later input is kept. When another user saved first, `conflict` has both versions.
 */
export function useVersionedForm<D, T extends FieldValues, R>(options: Options<D, T, R>) {
  const { query, data, read, save, isSavedByField, onSaved, onRefused, fieldOf, leaves } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(() => read(data));
  // Read by late responses.
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

  /** The form's current values, without displayed fields that were never filled. */
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
  /** Uses a new server version as the base, with `shown` as form values. */
  function begin(next: Version<T, R>, shown: T = next.values) {
    latest.current = next;
    setBase(next);
    write(shown);
  }
  // Shows other users' changes as long as the form has no changes.
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
  // A changed field clears its server error.
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
    // A pending response is older than this one.
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
  /** Whether the retry succeeded; null for errors other than an edit conflict. */
  async function meet(error: unknown, retry: () => Promise<boolean>): Promise<boolean | null> {
    if (!(error instanceof ApiError) || ![409, 412].includes(error.status)) return null;
    const newest = await client.fetchQuery({ ...query, staleTime: 0 } as { queryKey: QueryKey });
    const theirs = read(newest as D);
    if (isSame(theirs.revision, latest.current.revision)) return null;
    const differences = differencesOf(latest.current.values, live(), theirs.values);
    // A response was lost, both users saved the same values, or only data outside the form changed.
    if (differences.length === 0 || isSame(theirs.values, latest.current.values)) {
      begin(theirs, live());
      return retry();
    }
    const { by, at } = { by: theirs.by, at: theirs.at, ...(error.body?.details as object | undefined) };
    setMet({ conflict: { by: by ?? null, at: at ?? null, differences }, theirs, retry });
    return false;
  }

  /** Saves, then runs `then` with the newest revision, for example to publish. Returns whether everything succeeded. */
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
    /** Updates a field from its current value, which may be newer than the rendered one. */
    update<P extends Path<T>>(name: P, change: (now: PathValue<T, P>) => PathValue<T, P>) {
      set(name, change(structuredClone(form.getValues(name))));
    },
    /** Updates all values from their current state. */
    change: (next: (now: T) => T) => write(next(live())),
    errorAt: (path: string, isWhole = false) => errorAt(errors, path, isWhole),
    hasErrors: Object.keys(errors).length > 0,
    problem,
    isDirty,
    isSaving: isPending,
    save: () => submit(),
    submit,
    /** For the form element. Nested dialogs may have their own forms. */
    onSubmit(event: FormEvent) {
      event.preventDefault();
      if (event.target === event.currentTarget) void submit();
    },
    /** Replaces the input with the server's state. */
    replace(answer: D) {
      clear();
      client.setQueryData(query.queryKey, answer);
      begin(read(answer));
    },
    /** Discards the input. */
    reset() {
      clear();
      begin(read(client.getQueryData<D>(query.queryKey) ?? data));
    },
    conflict: met?.conflict ?? null,
    /** Applies the chosen side of each field, and saves. */
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
    /** Postpones the decision and keeps the input. */
    dismiss: () => setMet(null),
  };
}

export type VersionedForm<T extends FieldValues> = Omit<
  ReturnType<typeof useVersionedForm<unknown, T, unknown>>,
  "replace" | "submit"
>;
