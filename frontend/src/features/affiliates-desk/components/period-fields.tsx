import { inputClass } from "@/components/ui/field";
import type { Period } from "../queries";

interface Props {
  period: Period;
  onChange: (name: keyof Period, value: string) => void;
}

/** First and last day, both may stay open. */
export function PeriodFields({ period, onChange }: Props) {
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {(["from", "to"] as const).map((name) => (
        <label key={name} className="flex items-center gap-2 text-sm text-slate">
          {name === "from" ? "From" : "To"}
          <input
            type="date"
            className={inputClass}
            min={name === "to" ? period.from : undefined}
            value={period[name] ?? ""}
            onChange={(event) => onChange(name, event.target.value)}
          />
        </label>
      ))}
    </div>
  );
}
