import { clsx } from "clsx";
import { formatDate, formatMonth } from "@/lib/format";
import { isWeekend, monthsOf } from "../rules";

interface Props {
  days: readonly string[];
  today: string;
}

/** Months and days over the bars. */
export function TimelineHead({ days, today }: Props) {
  const isDense = days.length > 40;
  return (
    <div aria-hidden className="sticky top-0 z-30 flex h-14 border-b border-line bg-panel text-xs">
      <div className="sticky left-0 z-10 w-44 shrink-0 border-r border-line bg-panel" />
      <div className="grow">
        <div
          className="grid h-7 items-center font-semibold"
          style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        >
          {monthsOf(days).map(({ month, count }) => (
            <span
              key={month}
              className="truncate border-l border-line pl-2"
              style={{ gridColumn: `span ${count}` }}
            >
              {formatMonth(Number(month.slice(5)))}
            </span>
          ))}
        </div>
        <div
          className="tabular grid h-7 text-center"
          style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        >
          {days.map((day) => (
            <span
              key={day}
              title={formatDate(day)}
              className={clsx(
                "grid place-items-center",
                isWeekend(day) && "bg-stone",
                day === today && "font-bold text-accent-ink",
              )}
            >
              {isDense && !day.endsWith("01") && !["08", "15", "22"].includes(day.slice(8))
                ? ""
                : Number(day.slice(8))}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
