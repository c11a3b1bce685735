import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import type { components } from "@/api/schema.gen";
import { HeatMap } from "@/components/charts/heat-map";
import { formatNumber, formatShortWeekday, formatWeekday } from "@/lib/format";

type WeekHour = components["schemas"]["WeekHour"];
export type HourMeasure = "totalSessions" | "conversionCount";

interface Props {
  hours: readonly WeekHour[];
  measure: HourMeasure;
}

const clock = Array.from({ length: 24 }, (_, hour) => ({ id: `${hour}`, name: `${hour}` }));
const week = [1, 2, 3, 4, 5, 6, 7];

/** Weekdays by hours. */
export const WeekTable = memo(function WeekTable({ hours, measure }: Props) {
  const { t } = useLingui();
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
    />
  );
});
