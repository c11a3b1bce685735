import type { InputHTMLAttributes, Ref } from "react";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Yes or no, with a sentence below. */
export function Check({ label, hint, error, ref, ...rest }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 text-sm has-disabled:cursor-default">
      <input type="checkbox" ref={ref} className="mt-0.5 size-5 shrink-0 accent-pine" {...rest} />
      <span>
        <span className="font-semibold">{label}</span>
        {hint && <span className="block text-muted">{hint}</span>}
        {error && (
          <span role="alert" className="block font-medium text-danger">
            {error}
          </span>
        )}
      </span>
    </label>
  );
}
