import { Trans } from "@lingui/react/macro";
import { Eye, Search } from "lucide-react";
import { Link } from "react-router";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import type { Entry } from "@/features/console/shared/catalog-draft/api";
import { StateBadge } from "@/features/console/shared/catalog-draft/state-badge";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import { formatMoney } from "@/lib/format";
import { lowestRate } from "../rules";

export function CarList({ cars }: { cars: Entry<"cars">[] }) {
  return (
    <DataList>
      {cars.map((car) => (
        <li key={car.key}>
          <CarRow car={car} />
        </li>
      ))}
    </DataList>
  );
}

function CarRow({ car: { key, label, state, item, live } }: { car: Entry<"cars"> }) {
  const shown = item ?? live;
  const price = shown && formatMoney(lowestRate(shown));
  const picture = shown?.images[0];
  return (
    <Link to={adminPath.catalogCar(key)} className="flex items-center gap-4 p-3 hover:bg-stone sm:px-5">
      <span className="grid h-14 w-20 shrink-0 place-items-center overflow-hidden rounded-xl bg-stone">
        <StoredThumbnail value={picture} className="h-full w-full" />
      </span>
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {label} <StateBadge state={state} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-slate">
          {shown && !shown.inFleet && !shown.inSearch && <Trans>Not on the site</Trans>}
          {shown?.inFleet && (
            <span className="inline-flex items-center gap-1">
              <Eye aria-hidden size={14} /> <Trans>Showcase</Trans>
            </span>
          )}
          {shown?.inSearch && (
            <span className="inline-flex items-center gap-1">
              <Search aria-hidden size={14} /> <Trans>Search</Trans>
            </span>
          )}
        </span>
      </span>
      {shown && (
        <span className="text-right text-sm whitespace-nowrap">
          <Trans>
            from <b className="text-base tabular-nums">{price}</b>
          </Trans>
        </span>
      )}
    </Link>
  );
}
