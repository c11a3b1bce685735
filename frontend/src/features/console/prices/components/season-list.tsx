import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import type { Entry } from "@/features/console/shared/catalog-draft/api";
import { StateBadge } from "@/features/console/shared/catalog-draft/state-badge";
import { formatDaySpan } from "@/lib/format";
import { colorOf } from "../colors";
import { nextDays, type Season } from "../rules";
import { seasonEffect } from "../season-effect";

interface Props {
  entries: Entry<"seasons">[];
  /** Today by the company's clocks. */
  today: string;
}

export function SeasonList({ entries, today }: Props) {
  return (
    <DataList>
      {entries.map((entry, place) => (
        <li key={entry.key}>
          <SeasonRow entry={entry} place={place} today={today} />
        </li>
      ))}
    </DataList>
  );
}

function SeasonRow({ entry, place, today }: { entry: Entry<"seasons">; place: number; today: string }) {
  const season = entry.item ?? entry.live;
  return (
    <Link
      to={adminPath.catalogSeason(entry.key)}
      className="flex min-h-16 items-center gap-4 p-3 hover:bg-stone sm:px-5"
    >
      <span aria-hidden className={clsx("h-9 w-2 shrink-0 rounded-full", colorOf(place))} />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {entry.label} <StateBadge state={entry.state} />
        </span>
        {season && <SeasonDays season={season} today={today} />}
      </span>
      {season && <Effect season={season} />}
      <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
    </Link>
  );
}

function SeasonDays({ season, today }: { season: Season; today: string }) {
  const { t } = useLingui();
  const next = nextDays(season, today);
  if (!next) return <span className="text-sm text-muted">{t`has passed`}</span>;
  const days = formatDaySpan(next.from, next.until);
  return (
    <span className="text-sm text-slate">{season.everyYear ? <Trans>{days}, every year</Trans> : days}</span>
  );
}

function Effect({ season }: { season: Season }) {
  return <span className="text-right text-sm font-semibold tabular-nums">{seasonEffect(season)}</span>;
}
