import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { type Draft, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { StateBadge } from "@/features/console/shared/catalog-draft/catalog-frame";
import { handoverKinds } from "../words";
import { AddHandoverPlaceDialog } from "./add-handover-place-dialog";

/** Where exactly cars are handed over in a place, in the order in which customers see it. */
export function HandoverPlacesPanel({ location, draft }: { location: string; draft: Draft }) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const entries = entriesOf(draft, "handoverPlaces")
    .filter(({ item, live }) => (item ?? live)?.location === location)
    .toSorted((one, other) => (one.item?.position ?? 0) - (other.item?.position ?? 0));
  return (
    <Panel
      title={t`Handover places`}
      description={t`Customers choose one when they book. Without any, you agree on the place after the booking.`}
    >
      {entries.length > 0 && (
        <ul className="divide-y divide-line">
          {entries.map(({ key, label, state, item, live }) => {
            const place = item ?? live;
            return (
              <li key={key}>
                <Link
                  to={adminPath.catalogHandoverPlace(location, key)}
                  className="flex min-h-14 items-center gap-3 py-2"
                >
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-center gap-2 font-semibold">
                      {label} <StateBadge state={state} />
                    </span>
                    {place && (
                      <span className="text-sm text-slate">
                        {t(handoverKinds[place.kind])}
                        {!place.isActive && <> · {t`not offered`}</>}
                      </span>
                    )}
                  </span>
                  <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <Button access="draft" look="quiet" className="mt-3" onClick={() => setAdding(true)}>
        <Plus aria-hidden size={18} /> <Trans>Add a handover place</Trans>
      </Button>
      {isAdding && <AddHandoverPlaceDialog location={location} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
