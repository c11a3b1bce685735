import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";

interface Props {
  label: string;
  /** Shown while nothing is chosen. */
  any: string;
  value: string;
  options: { value: string; text: string }[];
  onChange: (value: string) => void;
}

/** One filter as a pill, filled with its choice. */
export function FilterSelect({ label, any, value, options, onChange }: Props) {
  return (
    <span className="relative shrink-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(
          "min-h-11 max-w-56 cursor-pointer appearance-none truncate rounded-full border py-2 pr-9 pl-4 text-sm font-semibold",
          value ? "border-pine bg-pine text-on-pine" : "border-edge bg-panel text-ink",
        )}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-panel text-ink">
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={16}
        className={clsx(
          "pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2",
          value ? "text-on-pine" : "text-slate",
        )}
      />
    </span>
  );
}
