import type { ReactNode } from "react";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

/** A large box to tick. */
export function Tick({ checked, onChange, error, children }: Props) {
  return (
    <div>
      <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-2xl border border-line bg-panel px-4 font-semibold has-checked:border-pine">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-pine"
          checked={checked}
          aria-invalid={Boolean(error)}
          onChange={(event) => onChange(event.target.checked)}
        />
        {children}
      </label>
      {error && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
