import { useLingui } from "@lingui/react/macro";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { type FieldPath, useFormContext } from "react-hook-form";
import type { Quote } from "../api";
import type { RentalForm } from "../rules/schema";
import { warningWords } from "../words";

/** One part of a rental's form, named for who listens. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-panel p-5">
      <legend className="float-left mb-4 w-full font-bold">{title}</legend>
      <div className="clear-both grid gap-4">{children}</div>
    </fieldset>
  );
}

/** Props of a rental form control. Server errors of the quote are shown when there is no local error. */
export function useField(refusals: Record<string, string> = {}) {
  const { register, formState, getFieldState } = useFormContext<RentalForm>();
  return (name: FieldPath<RentalForm>) => ({
    ...register(name),
    error: getFieldState(name, formState).error?.message ?? refusals[name],
  });
}

/** What the site would refuse. */
export function Warnings({ codes }: { codes: Quote["warnings"] }) {
  const { t } = useLingui();
  if (codes.length === 0) return null;
  return (
    <ul role="status" className="grid gap-1 rounded-xl bg-stone p-3 text-sm">
      {codes.map((code) => (
        <li key={code} className="flex items-center gap-2">
          <Info aria-hidden size={16} className="shrink-0" /> {t(warningWords[code])}
        </li>
      ))}
    </ul>
  );
}
