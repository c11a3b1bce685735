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
import { paths } from "@/config/paths";
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
import { PlaceForm } from "./components/place-form";

/** One place: where it is, when it is open, what it costs to meet outside its hours. */
export function Component() {
  const { t } = useLingui();
  const { code = "" } = useParams();
  const navigate = useNavigate();
  const query = useQuery(draftQuery);
  const [isRemoving, setRemoving] = useState(false);
  const change = useChange({ refresh: draftKey });
  const entry = query.data && entriesOf(query.data, "locations").find((each) => each.key === code);
  const label = entry?.label ?? "";
  useObjectTitle(entry?.label);
  return (
    <>
      <BackLink to={paths.admin.catalogPlaces}>
        <Trans>All places</Trans>
      </BackLink>
      <CatalogFrame
        title={entry?.label ?? t`Place`}
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
              <PlaceForm key={code} code={code} draft={draft} />
            ) : (
              <EmptyState title={t`This place is not in the catalogue`}>
                {entry && (
                  <Button onClick={() => void change(() => discardItems([{ part: "locations", key: code }]))}>
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
            const done = await change(() => removeItem("locations", code, entry.revision));
            if (done) await navigate(paths.admin.catalogPlaces);
          }}
        />
      )}
    </>
  );
}
