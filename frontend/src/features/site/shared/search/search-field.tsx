import { type ReactNode, useId } from "react";

interface Props {
  label: string;
  problem: string | undefined;
  children: (props: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** One field of the search with its label, and below it in words what is wrong with it. */
export function SearchField({ label, problem, children }: Props) {
  const id = useId();
  const noteId = problem ? `${id}-note` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm font-semibold text-slate lg:gap-0 lg:text-xs">
      {/* Keeps the controls aligned when a label wraps, as long as no error is below them. */}
      <label
        htmlFor={id}
        className="flex items-end wrap-anywhere [form:not(:has([aria-invalid=true]))_&]:grow"
      >
        {label}
      </label>
      {children({ id, "aria-invalid": Boolean(problem), "aria-describedby": noteId })}
      {problem && (
        <p id={noteId} className="animate-appear text-danger lg:mt-0.5">
          {problem}
        </p>
      )}
    </div>
  );
}
