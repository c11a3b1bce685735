import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { controlClass } from "@/components/ui/field";
import { weekhoursQuery } from "../api";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import type { PanelProps } from "../rules/view";
import { type HourMeasure, WeekTable } from "./week-table";

/** When visitors begin the quiz, and when those begin who book. */
export function WeekhoursPanel({ view, onChoose }: PanelProps) {
  const { t } = useLingui();
  const [measure, setMeasure] = useState<HourMeasure>("totalSessions");
  return (
    <section
      aria-label={t`Hours of the week`}
      className="rounded-card border border-line bg-panel p-4 sm:p-5"
    >
      <SectionHead
        title={t`Hours of the week`}
        description={t`Sessions by the hour they started, in the company's time zone. Converted: those that booked. Press an hour or a day to see its sessions only.`}
      >
        <div className="flex gap-2">
          <select
            aria-label={t`Metric by hour`}
            className={controlClass("min-h-11 w-auto py-0 text-sm")}
            value={measure}
            onChange={({ target }) => setMeasure(target.value as HourMeasure)}
          >
            <option value="totalSessions">
              {t({ message: "Sessions", context: "column of campaigns" })}
            </option>
            <option value="conversionCount">
              {t({ message: "Converted", context: "column of campaigns" })}
            </option>
          </select>
          <PanelFiles table="weekhours" label={t`Hours of the week`} />
        </div>
      </SectionHead>
      <div className="mt-3">
        <Shown query={useQuery(weekhoursQuery(view))} height="h-64">
          {({ weekhours }) => (
            <WeekTable
              hours={weekhours}
              measure={measure}
              chosen={view.filters.hourOfWeek}
              onChoose={onChoose}
            />
          )}
        </Shown>
      </div>
    </section>
  );
}
