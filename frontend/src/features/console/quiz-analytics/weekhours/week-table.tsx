import { Trans, useLingui } from "@lingui/react/macro";
import { memo } from "react";
import type { components } from "@/api/schema.gen";
import { formatNumber, formatShortWeekday, formatWeekday } from "@/lib/format";

type WeekHour = components["schemas"]["WeekHour"];
export type HourMeasure = "totalSessions" | "conversionCount";

interface Props {
  hours: readonly WeekHour[];
  measure: HourMeasure;
}

const clock = Array.from({ length: 24 }, (_, hour) => hour);
const week = Array.from({ length: 7 }, (_, day) => day + 1);

/** Weekdays by hours, a table whose cells are the picture: the more, the darker, and never too dark for its figure. */
export const WeekTable = memo(function WeekTable({ hours, measure }: Props) {
  const { t } = useLingui();
  const counts = new Map(hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell[measure]]));
  const most = Math.max(1, ...counts.values());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t`Weekdays by hours`}>
      <table className="tabular w-full min-w-[44rem] table-fixed border-separate border-spacing-0.5 text-center text-[0.6875rem]">
        <thead className="text-muted">
          <tr>
            <th className="w-12 text-left font-normal">
              <span className="sr-only">
                <Trans>Weekday</Trans>
              </span>
            </th>
            {clock.map((hour) => (
              <th key={hour} scope="col" className="font-normal">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="text-left text-xs font-medium" title={formatWeekday(weekday)}>
                {formatShortWeekday(weekday)}
              </th>
              {clock.map((hour) => {
                const count = counts.get(`${weekday} ${hour}`) ?? 0;
                return (
                  <td
                    key={hour}
                    className="h-7 rounded-sm"
                    style={{
                      background: `color-mix(in oklab, var(--pine) ${shade(count, most)}%, var(--panel))`,
                    }}
                  >
                    {count > 0 ? formatNumber(count) : <span className="text-muted">·</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

function shade(count: number, most: number): number {
  return count === 0 ? 3 : Math.round(8 + (count / most) * 38);
}
