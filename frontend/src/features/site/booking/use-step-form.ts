import { useEffect, useState } from "react";
import { type FieldErrors, type Path, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { type Refusal, stands } from "./rules/refusal";
import { type Details, type Personal, type Problems, trimmed } from "./rules/schema";

/** The browser's own rules, and beside them what the server refused, for as long as it stands there unchanged. */
export function refusing<T extends Personal | Details>(
  judge: (values: T) => Problems<T>,
  refusals: Refusal[],
): Resolver<T> {
  return (values) => {
    const refused = refusals.filter((item) => item.field in values && stands(item, values));
    const said = refused.map(({ field, message }) => [field, { type: "server", message }]);
    const found = Object.entries(judge(values)).map(([field, message]) => [field, { type: "rule", message }]);
    const errors = { ...Object.fromEntries(said), ...Object.fromEntries(found) } as FieldErrors<T>;
    if (Object.keys(errors).length === 0) return { values: trimmed(values), errors: {} };
    return { values: {}, errors };
  };
}

/** The form of one step. When the server refused something of it, its fields are marked and the first has the focus. */
export function useStepForm<T extends Personal | Details>(
  judge: (values: T) => Problems<T>,
  values: T,
  refusals: Refusal[],
): UseFormReturn<T> {
  const form = useForm<T>({
    resolver: refusing(judge, refusals),
    defaultValues: values as never,
    mode: "onTouched",
  });
  const { trigger } = form;
  // Only when the step comes into sight: afterwards the visitor decides where the focus is.
  const [marked] = useState(() => refusals.map((item) => item.field).filter((field) => field in values));
  useEffect(() => {
    if (marked.length > 0) void trigger(marked as Path<T>[], { shouldFocus: true });
  }, [marked, trigger]);
  return form;
}
