import { Trans } from "@lingui/react/macro";
import { formatShortDay } from "@/lib/format";
import { type Mark, marksAt, type Point } from "./points";

/** Legend of the numbers in the chart. */
export function MarksList({ marks, points }: { marks: readonly Mark[]; points: readonly Point[] }) {
  const lines = marksAt(marks, points);
  if (lines.length === 0) return null;
  return (
    <details className="mt-1 text-xs text-slate">
      <summary className="min-h-6 cursor-pointer py-1 font-medium text-ink">
        <Trans>Events</Trans>
      </summary>
      <ol className="max-h-32 overflow-y-auto">
        {lines.map(({ start, texts }, index) => (
          <li key={start} className="tabular py-0.5">
            <span className="mr-2 font-semibold text-accent-ink">{index + 1}</span>
            {formatShortDay(start.slice(0, 10))} · {texts.join("; ")}
          </li>
        ))}
      </ol>
    </details>
  );
}
