import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { addDays } from "@/lib/dates";
import { formatDaySpan, formatMonth } from "@/lib/format";
import { type Season, stretches } from "../rules";

const colors = ["bg-accent", "bg-pine", "bg-ridge", "bg-slate", "bg-sky"] as const;

/** The colour of the season at this place of the list. */
export function colorOf(place: number): string {
  return colors[place % colors.length] ?? colors[0];
}

interface Props {
  seasons: readonly Season[];
  /** The first day, as 2026-11-01. */
  from: string;
}

const year = 365;

/** The coming twelve months, with the days of each season in its colour. */
export function YearStrip({ seasons, from }: Props) {
  const { t } = useLingui();
  const parts = stretches(seasons, from, year);
  const first = Number(from.slice(5, 7));
  return (
    <div>
      <ol
        className="flex h-10 overflow-hidden rounded-xl bg-stone"
        aria-label={t`Seasons of the coming year`}
      >
        {parts.map((part) => {
          const season = part.season === null ? null : seasons[part.season];
          const days = formatDaySpan(part.from, addDays(part.from, part.days - 1));
          return (
            <li
              key={part.from}
              title={season ? `${season.name}: ${days}` : undefined}
              style={{ flexGrow: part.days }}
              className={clsx("basis-0", part.season !== null && colorOf(part.season))}
            >
              {season && <span className="sr-only">{`${season.name}: ${days}`}</span>}
            </li>
          );
        })}
      </ol>
      <ol aria-hidden className="mt-1 flex text-xs text-muted">
        {Array.from({ length: 12 }, (_, count) => ((first - 1 + count) % 12) + 1).map((month) => (
          <li key={month} className="grow basis-0 border-l border-line pl-1">
            <span className="hidden sm:inline">{formatMonth(month).slice(0, 3)}</span>
            <span className="sm:hidden">{formatMonth(month).slice(0, 1)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
