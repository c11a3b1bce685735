import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { BackLink } from "@/components/console/back-link";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { adminPath } from "@/config/admin-path";
import {
  discardItems,
  draftKey,
  draftQuery,
  entriesOf,
  removeItem,
} from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { StateBadge } from "@/features/console/shared/catalog-draft/state-badge";
import { useObjectTitle } from "@/features/console/shared/titles";
import { HandoverPlaceForm } from "./components/handover-place-form";

/** Where exactly cars are handed over: what customers read of it, what it costs, when it is open. */
export function Component() {
  const { t } = useLingui();
  const { code: location = "", place = "" } = useParams();
  const navigate = useNavigate();
  const query = useQuery(draftQuery);
  const [isRemoving, setRemoving] = useState(false);
  const change = useChange({ refresh: draftKey });
  const entries = query.data ? entriesOf(query.data, "handoverPlaces") : [];
  const entry = entries.find((each) => each.key === place);
  const city = query.data && entriesOf(query.data, "locations").find((each) => each.key === location);
  const cityName = city?.label ?? location;
  const label = entry?.label ?? "";
  useObjectTitle(entry?.label);
  return (
    <>
      <BackLink to={adminPath.catalogPlace(location)}>{cityName}</BackLink>
      <CatalogFrame
        title={entry?.label ?? t`Handover place`}
        description={entry && <StateBadge state={entry.state} />}
        actions={
          <Button look="risky" disabled={!entry?.item} onClick={() => setRemoving(true)}>
            <Trash2 aria-hidden size={18} /> <Trans>Remove</Trans>
          </Button>
        }
      >
        <QueryBoundary query={query}>
          {(draft) =>
            entry?.item ? (
              <HandoverPlaceForm key={place} code={place} draft={draft} />
            ) : (
              <EmptyState title={t`This place is not in the catalogue`}>
                {entry && (
                  <Button
                    onClick={() => void change(() => discardItems([{ part: "handoverPlaces", key: place }]))}
                  >
                    <Trans>Restore</Trans>
                  </Button>
                )}
              </EmptyState>
            )
          }
        </QueryBoundary>
      </CatalogFrame>
      {isRemoving && entry && (
        <ConfirmDialog
          title={t`Remove ${label} from the catalogue?`}
          description={<Trans>Visitors see it until you publish. Existing bookings keep it.</Trans>}
          confirm={t`Remove`}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            const done = await change(() => removeItem("handoverPlaces", place, entry.revision));
            if (done) await navigate(adminPath.catalogPlace(location));
          }}
        />
      )}
    </>
  );
}
