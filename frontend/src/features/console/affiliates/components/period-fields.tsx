import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";
import type { Period } from "../api";

interface Props {
  period: Period;
  onChange: (name: keyof Period, value: string) => void;
}

/** First and last day, both may stay open. */
export function PeriodFields({ period, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto print:hidden">
      {(["from", "to"] as const).map((name) => (
        <label
          key={name}
          className="flex flex-col gap-1 text-sm text-slate sm:flex-row sm:items-center sm:gap-2"
        >
          {name === "from"
            ? t({ message: "From", context: "first day" })
            : t({ message: "To", context: "last day" })}
          <input
            type="date"
            className={controlClass("max-sm:px-3")}
            min={name === "to" ? period.from : undefined}
            value={period[name] ?? ""}
            onChange={(event) => onChange(name, event.target.value)}
          />
        </label>
      ))}
    </div>
  );
}
