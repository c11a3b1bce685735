import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import type { components } from "@/api/schema.gen";
import { HeatMap, type Press } from "@/components/charts/heat-map";
import { formatNumber, formatShortWeekday, formatWeekday } from "@/lib/format";

import { everyDay, hoursWords, isWithin, wholeDay } from "../rules/hours";
import type { Choose } from "../rules/view";

type WeekHour = components["schemas"]["WeekHour"];
export type HourMeasure = "totalSessions" | "conversionCount";

interface Props {
  hours: readonly WeekHour[];
  measure: HourMeasure;
  /** The hours that the page is filtered by. */
  chosen?: string | undefined;
  onChoose?: Choose | undefined;
}

const clock = Array.from({ length: 24 }, (_, hour) => ({ id: `${hour}`, name: `${hour}` }));
const week = [1, 2, 3, 4, 5, 6, 7];

/** Weekdays by hours. */
export const WeekTable = memo(function WeekTable({ hours, measure, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const spanOf = (day = everyDay, hour = wholeDay) => `${day}:${hour}`;
  const press: Press | undefined = onChoose && {
    isOn: (day, hour) =>
      day !== undefined && hour !== undefined
        ? isWithin(chosen, Number(day), Number(hour))
        : chosen === spanOf(day, hour),
    name: (day, hour) => hoursWords(spanOf(day, hour)),
    on: (day, hour) => {
      const span = spanOf(day, hour);
      onChoose({ hourOfWeek: chosen === span ? undefined : span });
    },
  };
  const counts = new Map(hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell[measure]]));
  return (
    <HeatMap
      label={t`Weekdays by hours`}
      rowTitle={t`Weekday`}
      rows={week.map((day) => ({
        id: `${day}`,
        name: formatWeekday(day),
        shortName: formatShortWeekday(day),
      }))}
      columns={clock}
      value={(day, hour) => counts.get(`${day} ${hour}`) ?? 0}
      most={Math.max(...counts.values())}
      valueText={(count) => (count > 0 ? formatNumber(count) : "·")}
      isSmall
      {...(press && { press })}
    />
  );
});
