import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import type { Entry } from "@/features/console/shared/catalog-draft/api";
import { StateBadge } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatDaySpan, formatNumber } from "@/lib/format";
import { nextDays, type Season } from "../rules";
import { colorOf } from "./year-strip";

interface Props {
  entries: Entry<"seasons">[];
  /** Today by the company's clocks. */
  today: string;
}

/** Seasons with their next days and what they do to prices. */
export function SeasonList({ entries, today }: Props) {
  const { t } = useLingui();
  const places = new Map(entries.map(({ key }, place) => [key, place]));
  const season = ({ item, live }: Entry<"seasons">) => item ?? live;
  const next = (entry: Entry<"seasons">) => {
    const values = season(entry);
    return values && nextDays(values, today);
  };
  const columns: TableColumn<Entry<"seasons">>[] = [
    {
      id: "name",
      title: t`Season`,
      sort: "asc",
      value: ({ label }) => label,
      cell: ({ key, label, state }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <span
            aria-hidden
            className={clsx("h-7 w-2 shrink-0 rounded-full", colorOf(places.get(key) ?? 0))}
          />
          {label} <StateBadge state={state} />
        </span>
      ),
    },
    {
      id: "days",
      title: t`Days`,
      sort: "asc",
      // What has passed comes last.
      value: (entry) => next(entry)?.from ?? "9999",
      cell: (entry) => <SeasonDays season={season(entry)} next={next(entry)} />,
      card: "line",
    },
    {
      id: "effect",
      title: t`Prices`,
      cell: (entry) => {
        const values = season(entry);
        return values && <b>{seasonEffect(values)}</b>;
      },
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Seasons`}
      rows={entries}
      columns={columns}
      rowId={({ key }) => key}
      to={({ key }) => adminPath.catalogSeason(key)}
    />
  );
}

interface DaysProps {
  season: Season | null | undefined;
  next: ReturnType<typeof nextDays> | null | undefined;
}

function SeasonDays({ season, next }: DaysProps) {
  const { t } = useLingui();
  if (!season) return null;
  if (!next) return <span className="text-muted">{t`has passed`}</span>;
  const days = formatDaySpan(next.from, next.until);
  return <span className="text-slate">{season.everyYear ? t`${days}, every year` : days}</span>;
}

/** What a season does to prices, in few words. */
function seasonEffect({ percent, rates }: Season): string {
  const own = Object.keys(rates).length;
  const sign = percent > 0 ? "+" : "−";
  const texts = percent === 0 ? [] : [`${sign}${formatNumber(Math.abs(percent))} %`];
  if (own > 0) texts.push(plural(own, { one: "own prices of # car", other: "own prices of # cars" }));
  return texts.join(" · ");
}
