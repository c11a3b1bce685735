import { Trans, useLingui } from "@lingui/react/macro";
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
import { draftKey, removeItem } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { ConflictNotice } from "@/features/console/shared/catalog-draft/conflict-notice";
import { StateBadge } from "@/features/console/shared/catalog-draft/state-badge";
import { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import { useObjectTitle } from "@/features/console/shared/titles";
import { PlaceForm } from "./components/place-form";

/** One place: where it is, when it is open, what it costs to meet outside its hours. */
export function Component() {
  const { t } = useLingui();
  const { code = "" } = useParams();
  const navigate = useNavigate();
  const item = useDraftItem("locations", code);
  const [isRemoving, setRemoving] = useState(false);
  const change = useChange({ refresh: draftKey });
  const { entry, query } = item;
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
            <Trash2 aria-hidden size={18} /> <Trans>Take out</Trans>
          </Button>
        }
      >
        <QueryBoundary query={query}>
          {() =>
            item.value ? (
              <PlaceForm key={code} item={item} place={item.value} />
            ) : (
              <EmptyState title={t`This place is not in the catalogue`}>
                {entry && (
                  <Button onClick={() => void item.discard()}>
                    <Trans>Put it back</Trans>
                  </Button>
                )}
              </EmptyState>
            )
          }
        </QueryBoundary>
      </CatalogFrame>
      <ConflictNotice
        conflict={item.conflict}
        keepMine={item.keepMine}
        takeTheirs={item.takeTheirs}
        dismiss={item.dismiss}
      />
      {isRemoving && entry && (
        <ConfirmDialog
          title={t`Take ${label} out of the catalogue?`}
          description={<Trans>Visitors see it until you publish. Existing bookings keep it.</Trans>}
          confirm={t`Take out`}
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
