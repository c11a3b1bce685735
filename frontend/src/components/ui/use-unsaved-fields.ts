import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { leavesPage, useUnsavedWork } from "@/components/forms/unsaved-work";
import { savedEvent, sendingAttribute } from "@/components/forms/use-submit";

/** Fields without input to keep: filters, what is saved on each change, and proofs. */
const transient = '[type="search"],[role="combobox"],[type="password"],[autocomplete="one-time-code"]';
const isTransient = (field: Field) => field.matches(transient) || field.closest("[data-transient]") !== null;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Tracks the fields of a dialog that the user changed and did not save. Confirms leaving the page while there are any.
 * `isChanged` adds changes that are not made in a field.
 */
export function useUnsavedFields(isChanged: boolean) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const initial = useRef(new WeakMap<Field, unknown>());
  const changed = useRef(new Set<Field>());
  const last = useRef<Field | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);

  // A field that is gone was saved or cancelled with its form.
  const hasUnsaved = () => isChanged || [...changed.current].some((field) => root?.contains(field));
  const isSending = () => Boolean(root?.querySelector(`[${sendingAttribute}]`));

  useEffect(() => setUnsaved(hasUnsaved()));
  // A form may open another page when it is saved. Back is not the form's.
  useUnsavedWork(
    isUnsaved,
    (from, to, action) => leavesPage(from, to) && hasUnsaved() && (action === "POP" || !isSending()),
  );
  useEffect(() => {
    if (!root) return undefined;
    const forget = () => {
      changed.current.clear();
      initial.current = new WeakMap();
      setUnsaved(isChanged);
    };
    root.addEventListener(savedEvent, forget);
    return () => root.removeEventListener(savedEvent, forget);
  }, [root, isChanged]);

  /** The field of an event. Dialogs above this one are inside it for React only. */
  function fieldOf({ target }: SyntheticEvent): Field | null {
    const isInside = target instanceof Element && root?.contains(target);
    return isInside && target.matches("input,select,textarea") ? (target as Field) : null;
  }

  function onFocus(event: SyntheticEvent) {
    const field = fieldOf(event);
    if (!field) return;
    last.current = field;
    if (!initial.current.has(field)) initial.current.set(field, inputOf(field));
  }

  function onChange(event: SyntheticEvent) {
    const field = fieldOf(event);
    if (!field || isTransient(field)) return;
    last.current = field;
    if (initial.current.get(field) === inputOf(field)) changed.current.delete(field);
    else changed.current.add(field);
    setUnsaved(hasUnsaved());
  }

  return {
    props: { ref: setRoot, onFocus, onChange },
    hasUnsaved,
    isSending,
    focusLast: () => last.current?.focus({ preventScroll: true }),
  };
}

function inputOf(field: Field): unknown {
  const isChoice = field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
  return isChoice ? field.checked : field.value;
}
