import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { Figure } from "@/components/console/figure";
import type { Change, Evidence } from "../rules/change";

interface Props {
  name: string;
  explanation: string;
  value: string | undefined;
  /** Against the period before: +12% or +1.2 points; undefined while unknown or without anything before. */
  change: Change | undefined;
  /** For rates: whether the change says anything. */
  evidence?: Evidence | undefined;
  /** What it is compared with: the value and the days. */
  before: string | undefined;
  /** Shows it over time. */
  choice?: { label: string; isChosen: boolean; onChoose: () => void } | undefined;
}

/** One figure, what it counts on hover or focus, and how it moved against the period before. */
export function Tile({ name, explanation, value, change, evidence = "real", before, choice }: Props) {
  const Arrow = !change || change.direction === 0 ? ArrowRight : change.direction > 0 ? ArrowUp : ArrowDown;
  return (
    <Figure
      isLarge
      choice={choice}
      name={name}
      explanation={explanation}
      value={value}
      note={
        <div className="tabular min-h-9 leading-[1.125rem]">
          {change !== undefined && (
            <p className={evidence === "real" ? "font-semibold text-ink" : ""}>
              <Arrow aria-hidden size={12} strokeWidth={3} className="mr-0.5 mb-0.5 inline" />
              {change.text}
              <span className="font-normal">
                {evidence === "chance" && (
                  <>
                    {" · "}
                    <Trans>may be chance</Trans>
                  </>
                )}
                {evidence === "too_few" && (
                  <>
                    {" · "}
                    <Trans>not enough data</Trans>
                  </>
                )}
              </span>
            </p>
          )}
          <p>{before}</p>
        </div>
      }
    />
  );
}
