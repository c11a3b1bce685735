import { useLingui } from "@lingui/react/macro";
import { createContext, useContext, useSyncExternalStore } from "react";
import { DayButton, type DayButtonProps, DayPicker } from "react-day-picker";
import { daysBetween } from "@/lib/dates";
import { firstDayOfWeek, formatDay, formatMonth, formatShortWeekday, formatWeekday } from "@/lib/format";
import { type Car, siteConfig } from "@/lib/site-config";
import { classNames } from "./classes";
import { useDayPrices } from "./day-prices";
import { canPress, type DayLimits, nextRange, type Range, toDate, toDay } from "./rules";

interface Props {
  range: Range;
  limits: DayLimits;
  /** Any day of the first month that is shown. */
  month: string;
  car: Car | undefined;
  place: string;
  onMonth: (month: string) => void;
  onRange: (range: Range) => void;
}

const wide = "(min-width: 48rem)";
const week = 7;

/** The months with their days; arrow keys lead from day to day, Page Up and Page Down from month to month. */
export function DaysGrid({ range, limits, month, car, place, onMonth, onRange }: Props) {
  const { t } = useLingui();
  const length = range.to ? daysBetween(range.from, range.to) : limits.minimumDays;
  const prices = useDayPrices(car, length);
  const isWide = useSyncExternalStore(watchWidth, () => window.matchMedia(wide).matches);
  const can = (date: Date) => canPress(toDay(date), range, limits);
  const closed = closedWeekdays(place);
  const isClosed = (date: Date) => closed.has(date.getDay() || week);
  const captionOf = (date: Date) => `${formatMonth(date.getMonth() + 1)} ${date.getFullYear()}`;
  return (
    <Prices value={(day) => prices.short(day)}>
      <DayPicker
        mode="range"
        selected={
          range.from ? { from: toDate(range.from), to: range.to ? toDate(range.to) : undefined } : undefined
        }
        onSelect={(_, pressed) => onRange(nextRange(range, toDay(pressed)))}
        disabled={(date) => !can(date)}
        modifiers={{
          taken: (date) => limits.taken.has(toDay(date)),
          closed: isClosed,
        }}
        modifiersClassNames={{
          taken: "line-through",
          closed: "decoration-dotted underline underline-offset-4",
        }}
        month={toDate(month)}
        onMonthChange={(date) => onMonth(toDay(date))}
        startMonth={toDate(limits.today)}
        numberOfMonths={isWide ? 2 : 1}
        weekStartsOn={(firstDayOfWeek() % week) as 0 | 1 | 6}
        showOutsideDays={false}
        today={toDate(limits.today)}
        autoFocus
        classNames={classNames}
        components={{ DayButton: PricedDay }}
        formatters={{
          formatCaption: captionOf,
          formatWeekdayName: (date) => formatShortWeekday(date.getDay() || week),
        }}
        labels={{
          labelGrid: captionOf,
          labelNext: () => t`Next month`,
          labelPrevious: () => t`Previous month`,
          labelNav: () => t`Months`,
          labelWeekday: (date) => formatWeekday(date.getDay() || week),
          labelDayButton: (date, { taken, closed: isShut, disabled }) => {
            const day = toDay(date);
            const parts = [
              formatDay(day),
              taken ? t({ message: "booked out", comment: "A day on which no car is free" }) : "",
              isShut ? t({ message: "closed", comment: "A place, on this day" }) : "",
              disabled ? "" : prices.long(day),
            ];
            return parts.filter(Boolean).join(", ");
          },
        }}
      />
    </Prices>
  );
}

/** Shown below the number of a day. */
const Prices = createContext<(day: string) => string>(() => "");

function PricedDay(props: DayButtonProps) {
  const price = useContext(Prices);
  return (
    <DayButton {...props}>
      <span>{props.children}</span>
      <span aria-hidden className="text-[0.6875rem] leading-none font-normal opacity-80">
        {props.modifiers.disabled ? "\u00a0" : price(toDay(props.day.date))}
      </span>
    </DayButton>
  );
}

function watchWidth(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** On which weekdays the place is closed; none where it is always open, or no place is chosen. */
function closedWeekdays(code: string): ReadonlySet<number> {
  const hours = siteConfig().locations.find((place) => place.code === code)?.openingHours ?? [];
  const open = new Set(hours.map(({ weekday }) => weekday));
  return new Set(open.size === 0 ? [] : [1, 2, 3, 4, 5, 6, 7].filter((weekday) => !open.has(weekday)));
}
