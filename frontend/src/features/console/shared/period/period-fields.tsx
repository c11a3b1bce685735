import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { controlClass } from "@/components/ui/field";
import { addDays } from "@/lib/dates";
import { formatMonth } from "@/lib/format";
import {
  type DaySpan,
  daysOf,
  daysOfPreset,
  endingOn,
  type Period,
  type Preset,
  presetOf,
  presets,
  startingOn,
} from "./period";

const small = controlClass("min-h-11 py-0 text-sm");
const quarters = [1, 2, 3, 4];
const months = Array.from({ length: 12 }, (_, index) => index + 1);

const presetNames: Record<Preset, MessageDescriptor> = {
  today: msg({ message: "Today", context: "period" }),
  last7: msg`Last 7 days`,
  last28: msg`Last 28 days`,
  last90: msg`Last 90 days`,
  thisMonth: msg`This month`,
  yearToDate: msg`Year to date`,
};

interface Props {
  period: Period;
  today: string;
  years: readonly number[];
  /** Whether a quarter can be chosen in place of a month. */
  hasQuarters?: boolean;
  /** What the choice of no month is called, and each month by its number. */
  wholeYear: string;
  monthName?: (month: number) => string;
  /** The earliest day that can be chosen. */
  minDay?: string;
  /** The longest span of chosen days. */
  maxDays?: number;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** A month, a year, or days of one's own choice. */
export function PeriodFields(props: Props) {
  const {
    period,
    today,
    years,
    wholeYear,
    monthName = formatMonth,
    minDay,
    maxDays,
    hasQuarters,
    onChoose,
  } = props;
  const { t } = useLingui();
  const { days } = period;
  const chooseMonth = (value: string) =>
    onChoose(
      value.startsWith("q")
        ? { month: undefined, quarter: value.slice(1) }
        : { month: value || undefined, quarter: undefined },
    );
  function chooseYear(value: string) {
    const preset = presets.find((each) => each === value);
    if (preset) chooseDays(daysOfPreset(preset, today));
    else if (value === "own") chooseDays(firstDays());
    else onChoose({ from: undefined, to: undefined, year: value, month: period.month?.toString() });
  }
  const firstDays = () =>
    period.month === undefined && period.quarter === undefined
      ? { from: addDays(today, -13), to: today }
      : daysOf(period);
  const chooseDays = (days: DaySpan) =>
    onChoose({ year: undefined, month: undefined, quarter: undefined, ...days });
  return (
    <fieldset className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <legend className="sr-only">
        <Trans>Period</Trans>
      </legend>
      <Labelled name={t`Year`}>
        <select
          className={small}
          value={days ? (presetOf(days, today) ?? "own") : period.year}
          onChange={(event) => chooseYear(event.target.value)}
        >
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
          {presets.map((preset) => (
            <option key={preset} value={preset}>
              {t(presetNames[preset])}
            </option>
          ))}
          <option value="own">{t`Choose days`}</option>
        </select>
      </Labelled>
      {days ? (
        <>
          <Labelled name={t`From`}>
            <input
              type="date"
              className={small}
              value={days.from}
              min={minDay}
              max={days.to}
              onChange={({ target: { value } }) => value && onChoose({ ...startingOn(days, value) })}
            />
          </Labelled>
          <Labelled name={t`To`}>
            <input
              type="date"
              className={small}
              value={days.to}
              min={days.from}
              max={maxDays === undefined ? undefined : addDays(days.from, maxDays)}
              onChange={({ target: { value } }) => value && onChoose({ ...endingOn(days, value) })}
            />
          </Labelled>
        </>
      ) : (
        <Labelled name={hasQuarters ? t`Month or quarter` : t`Month`}>
          <select
            className={small}
            value={period.month ?? (hasQuarters && period.quarter ? `q${period.quarter}` : "")}
            onChange={(event) => chooseMonth(event.target.value)}
          >
            <option value="">{wholeYear}</option>
            {hasQuarters &&
              quarters.map((quarter) => (
                <option key={`q${quarter}`} value={`q${quarter}`}>
                  {t`Quarter ${{ quarter }}`}
                </option>
              ))}
            {months.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </select>
        </Labelled>
      )}
    </fieldset>
  );
}

/** A small label above a control of a filter bar. */
export function Labelled({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className="grow text-xs text-muted sm:grow-0">
      <span className="mb-1 block px-1">{name}</span>
      {children}
    </label>
  );
}
