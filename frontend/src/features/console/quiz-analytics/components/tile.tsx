import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { Figure } from "@/components/console/figure";
import type { Evidence } from "../rules/change";

interface Props {
  name: string;
  explanation: string;
  value: string | undefined;
  /** Against the period before: +12% or +1.2 points; undefined while unknown or without anything before. */
  change: string | undefined;
  /** For rates: whether the change says anything. */
  evidence?: Evidence | undefined;
  /** What it is compared with: the value and the days. */
  before: string | undefined;
}

const says: Record<Evidence, string> = {
  real: "",
  chance: " · may be chance",
  too_few: " · too few to tell",
};

/** One figure, what it counts on hover or focus, and how it moved against the period before. */
export function Tile({ name, explanation, value, change, evidence = "real", before }: Props) {
  const Arrow = change?.startsWith("+") ? ArrowUp : change?.startsWith("−") ? ArrowDown : ArrowRight;
  return (
    <Figure
      isLarge
      name={name}
      explanation={explanation}
      value={value}
      note={
        <div className="tabular min-h-9 leading-[1.125rem]">
          {change !== undefined && (
            <p className={evidence === "real" ? "font-semibold text-ink" : ""}>
              <Arrow aria-hidden size={12} strokeWidth={3} className="mr-0.5 mb-0.5 inline" />
              {change}
              <span className="font-normal">{says[evidence]}</span>
            </p>
          )}
          <p>{before}</p>
        </div>
      }
    />
  );
}
