import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Comparison } from "../rules/view";
import type { Point } from "./points";

export const comparedTitles = { before: msg`Previous period`, year: msg`A year earlier` };

interface Props {
  points: readonly Point[];
  name: string;
  valueText: (value: number) => string;
  /** Without a period before. */
  isAlone?: boolean;
  compare?: Comparison;
  /** Pressing the name of a point. */
  onPoint?: ((point: Point) => void) | undefined;
}

/** The figures of the picture, as tall as it is. */
export function TimelineTable({ points, name, valueText, isAlone, compare = "before", onPoint }: Props) {
  const { t } = useLingui();
  const text = (value: number | null) => (value === null ? "–" : valueText(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="h-[220px] overflow-auto" tabIndex={0} aria-label={t`Over time, as a table`}>
      <table className="tabular w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 text-left font-normal">
              <Trans>Time</Trans>
            </th>
            <th className="py-1 pl-3 text-right font-normal">{name}</th>
            {!isAlone && <th className="py-1 pl-3 text-right font-normal">{t(comparedTitles[compare])}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.start} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {onPoint ? (
                  <button
                    type="button"
                    title={t`Show only this time`}
                    onClick={() => onPoint(point)}
                    className="min-h-9 text-left underline decoration-muted decoration-dotted underline-offset-4 hover:decoration-current"
                  >
                    {point.name}
                  </button>
                ) : (
                  point.name
                )}
                {point.isOpen && (
                  <>
                    {" "}
                    <span className="text-xs text-muted">
                      <Trans>(so far)</Trans>
                    </span>
                  </>
                )}
              </th>
              <td className="py-1 pl-3 text-right font-semibold">{text(point.now)}</td>
              {!isAlone && <td className="py-1 pl-3 text-right text-muted">{text(point.before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
