import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { Explained } from "@/components/console/explained";
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
    <div className="rounded-card border border-line bg-panel p-4">
      <Explained name={name} explanation={explanation} />
      {value === undefined ? (
        <div role="status" aria-label="Loading" className="mt-2 h-8 w-24 animate-pulse rounded-lg bg-stone" />
      ) : (
        <p className="tabular mt-1 text-3xl leading-10 font-bold tracking-tight" data-testid={name}>
          {value}
        </p>
      )}
      <div className="tabular mt-1 min-h-9 text-xs leading-[1.125rem] text-muted">
        {change !== undefined && (
          <p className={evidence === "real" ? "font-semibold text-ink" : ""}>
            <Arrow aria-hidden size={12} strokeWidth={3} className="mr-0.5 mb-0.5 inline" />
            {change}
            <span className="font-normal">{says[evidence]}</span>
          </p>
        )}
        <p>{before}</p>
      </div>
    </div>
  );
}
