import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { DataList } from "@/components/console/data-list";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { draftQuery, type Entry, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { StateBadge } from "@/features/console/shared/catalog-draft/state-badge";
import { AddPlaceDialog } from "./components/add-place-dialog";
import { kinds } from "./words";

/** Where cars are picked up and brought back. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(draftQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <CatalogFrame
      title={t`Places`}
      description={<Trans>Where cars are picked up and brought back.</Trans>}
      actions={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add a place</Trans>
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(draft) => (
          <DataList>
            {entriesOf(draft, "locations").map((entry) => (
              <li key={entry.key}>
                <PlaceRow entry={entry} />
              </li>
            ))}
          </DataList>
        )}
      </QueryBoundary>
      {isAdding && <AddPlaceDialog onClose={() => setAdding(false)} />}
    </CatalogFrame>
  );
}

function PlaceRow({ entry }: { entry: Entry<"locations"> }) {
  const { t } = useLingui();
  const place = entry.item ?? entry.live;
  const about = place && [t(kinds[place.kind]), place.address].filter(Boolean).join(" · ");
  return (
    <Link
      to={adminPath.catalogPlace(entry.key)}
      className="flex min-h-16 items-center gap-4 p-3 hover:bg-stone sm:px-5"
    >
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {entry.label} <StateBadge state={entry.state} />
        </span>
        <span className="text-sm text-slate">{about}</span>
      </span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
    </Link>
  );
}
