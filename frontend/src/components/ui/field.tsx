import { clsx } from "clsx";
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from "react";
import { useId } from "react";

/** The classes of what one types into or chooses from; any utility in `extra` wins over them. */
export function controlClass(extra?: string): string {
  return clsx("control", extra);
}

interface FrameProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (props: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** A labelled control with its hint, and its error in words right below. */
export function Field({ label, hint, error, children }: FrameProps) {
  const id = useId();
  const noteId = error || hint ? `${id}-note` : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-slate">
        {label}
      </label>
      {children({ id, "aria-invalid": Boolean(error), "aria-describedby": noteId })}
      {error ? (
        <p id={noteId} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : hint ? (
        <p id={noteId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type Control<T> = T & { label: string; hint?: string | undefined; error?: string | undefined };

export function TextField({
  label,
  hint,
  error,
  ref,
  className,
  ...rest
}: Control<InputHTMLAttributes<HTMLInputElement>> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <input ref={ref} className={controlClass(className)} {...rest} {...props} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  ref,
  className,
  children,
  ...rest
}: Control<SelectHTMLAttributes<HTMLSelectElement>> & { ref?: Ref<HTMLSelectElement> }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <select ref={ref} className={controlClass(className)} {...rest} {...props}>
          {children}
        </select>
      )}
    </Field>
  );
}
