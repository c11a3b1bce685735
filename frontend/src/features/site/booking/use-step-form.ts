import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { isStillRefused, type Refusal } from "./rules/refusal";
import { type Details, type Personal, type Problems, trimmed } from "./rules/schema";

type Values = Personal | Details;

/** Client validation errors, and server errors until the field changes. */
export function problemsWith<T extends Values>(
  judge: (values: T) => Problems<T>,
  refusals: Refusal[],
  values: T,
): Problems<T> {
  const refused = refusals.filter((item) => item.field in values && isStillRefused(item, values));
  const messages = refused.map(({ field, message }) => [field, message]);
  return { ...Object.fromEntries(messages), ...judge(values) };
}

interface Options<T> {
  judge: (values: T) => Problems<T>;
  values: T;
  refusals: Refusal[];
  onChange: (values: T) => void;
  /** Called with the trimmed values when the step is valid. */
  onNext: (values: T) => void;
}

/**
 * The form of one step. A field's error appears on blur and updates as it changes; the button shows all errors and
 * focuses the first. Server errors are shown and focused, also when the step is opened later.
 *
 * Handwritten, like the rules: a form library would be larger than the whole wizard.
 */
export function useStepForm<T extends Values>({ judge, values, refusals, onChange, onNext }: Options<T>) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<ReadonlySet<keyof T>>(new Set());
  // Counts requests to focus the first error.
  const [calls, setCalls] = useState(0);
  // Fields filled together (autofill) arrive as separate changes.
  const latest = useRef(values);
  latest.current = values;

  useEffect(() => {
    const refused = refusals.map((item) => item.field as keyof T).filter((name) => name in latest.current);
    if (refused.length === 0) return;
    setShown((before) => new Set([...before, ...refused]));
    setCalls((before) => before + 1);
  }, [refusals]);

  useEffect(() => {
    if (calls > 0) focusFirstProblem(form.current);
  }, [calls]);

  const problems = problemsWith(judge, refusals, values);
  const errorOf = (name: keyof T): string | undefined => (shown.has(name) ? problems[name] : undefined);

  function set(name: keyof T, value: string) {
    latest.current = { ...latest.current, [name]: value };
    onChange(latest.current);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (Object.keys(problems).length === 0) {
      onNext(trimmed(values));
      return;
    }
    setShown(new Set(Object.keys(values) as (keyof T)[]));
    setCalls((before) => before + 1);
  }

  const leave = (name: keyof T) =>
    setShown((before) => (before.has(name) ? before : new Set(before).add(name)));

  /** The props of a plain form control. */
  const field = (name: keyof T & string) => ({
    name,
    value: values[name] as string,
    error: errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set(name, event.target.value),
    onBlur: () => leave(name),
  });

  return { form: { ref: form, noValidate: true, onSubmit: submit }, field, set, leave, errorOf };
}

export type StepForm<T extends Values> = ReturnType<typeof useStepForm<T>>;

function focusFirstProblem(form: HTMLFormElement | null): void {
  for (const element of form?.querySelectorAll<HTMLElement>("[aria-invalid=true]") ?? []) {
    // A group of choices has no focus of its own, its choices do.
    const target =
      element.querySelector<HTMLElement>("input:checked") ?? element.querySelector("input") ?? element;
    target.focus();
    if (document.activeElement === target) return;
  }
}
