import type { ReactNode } from "react";

/** One part of a rental's form, named for who listens. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-panel p-5">
      <legend className="float-left mb-4 w-full font-bold">{title}</legend>
      <div className="clear-both grid gap-4">{children}</div>
    </fieldset>
  );
}
