import { useEffect, useRef, useState } from "react";
import { type Leaves, leavesPage, useUnsavedWork } from "@/components/forms/unsaved-work";
import { finishedEvent, sendingAttribute } from "@/components/forms/use-submit";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const field = "input,select,textarea";
const isField = (target: unknown): target is Field => target instanceof Element && target.matches(field);

/** Fields without input to keep: filters, what is saved on each change, and proofs. */
const transient = '[type="search"],[role="combobox"],[type="password"],[autocomplete="one-time-code"]';
const isTransient = (one: Field) => one.matches(transient) || one.closest("[data-transient]") !== null;

interface Options {
  /** Unsaved changes that were not made in a field. */
  isChanged?: boolean;
  /** Which navigation removes the fields; by default Back and one to another path. */
  leaves?: Leaves | undefined;
}

/**
 * Tracks the fields of a dialog or a form that the user changed and did not save, also by a button that fills them in.
 * Confirms leaving the page while there are any.
 */
export function useUnsavedFields(root: HTMLElement | null, options: Options = {}) {
  const { isChanged = false, leaves = leavesForm } = options;
  const changed = useRef(new Set<Field>());
  const last = useRef<Field | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);

  // A field that is gone was saved or cancelled with its form.
  const hasUnsaved = () => isChanged || [...changed.current].some((one) => root?.contains(one));
  const isSending = () => root?.closest(sending) != null || root?.querySelector(sending) != null;
  const latest = useRef(hasUnsaved);
  latest.current = hasUnsaved;

  useEffect(() => setUnsaved(hasUnsaved()));
  // A form may open another page when it is saved. Back is not the form's.
  useUnsavedWork(
    isUnsaved,
    (from, to, action) => leaves(from, to, action) && hasUnsaved() && (action === "POP" || !isSending()),
  );

  useEffect(() => {
    if (!root) return undefined;
    const initial = new WeakMap<Field, unknown>();
    const stop = new AbortController();
    const on = (type: string, run: (target: EventTarget | null) => void, capture = false) =>
      root.addEventListener(type, ({ target }) => run(target), { signal: stop.signal, capture });

    function focus(target: unknown) {
      if (!isField(target) || !root?.contains(target)) return;
      last.current = target;
      if (!initial.has(target)) initial.set(target, inputOf(target));
    }
    function compare(one: Field) {
      if (isTransient(one)) return;
      if (initial.get(one) === inputOf(one)) changed.current.delete(one);
      else changed.current.add(one);
      setUnsaved(latest.current());
    }
    function edit(target: unknown) {
      if (!isField(target) || isTransient(target)) return;
      last.current = target;
      compare(target);
    }
    /** Compares the fields before and after a press: a button may fill in some of them. */
    function press() {
      const before = fieldsIn(root).map((one) => [one, inputOf(one)] as const);
      setTimeout(() => {
        for (const [one, input] of before) {
          if (inputOf(one) === input) continue;
          if (!initial.has(one)) initial.set(one, input);
          compare(one);
        }
      });
    }
    function forget(target: unknown) {
      for (const one of fieldsIn(target)) {
        changed.current.delete(one);
        initial.delete(one);
      }
      setUnsaved(latest.current());
    }

    focus(document.activeElement);
    on("focusin", focus);
    on("input", edit);
    on("change", edit);
    on("click", press, true);
    on(finishedEvent, forget);
    return () => stop.abort();
  }, [root]);

  return { hasUnsaved, isSending, focusLast: () => last.current?.focus({ preventScroll: true }) };
}

const leavesForm: Leaves = (from, to, action) => action === "POP" || leavesPage(from, to);
const sending = `[${sendingAttribute}]`;

function fieldsIn(target: unknown): Field[] {
  return target instanceof Element ? [...target.querySelectorAll<Field>(field)] : [];
}

function inputOf(one: Field): unknown {
  const isChoice = one instanceof HTMLInputElement && ["checkbox", "radio"].includes(one.type);
  return isChoice ? one.checked : one.value;
}
