import { Trans, useLingui } from "@lingui/react/macro";
import type { Point } from "./points";

interface Props {
  points: readonly Point[];
  name: string;
  valueText: (value: number) => string;
  /** Without a period before. */
  isAlone?: boolean;
}

/** The figures of the picture, as tall as it is. */
export function TimelineTable({ points, name, valueText, isAlone }: Props) {
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
            {!isAlone && (
              <th className="py-1 pl-3 text-right font-normal">
                <Trans>Previous period</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.start} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {point.name}
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
