import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { BackLink } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { useObjectTitle } from "../titles";
import { type Draft, discardItems, draftKey, draftQuery, entriesOf, type Keyed, removeItem } from "./api";
import { CatalogFrame, StateBadge } from "./catalog-frame";

interface Props {
  part: Keyed;
  /** The item's key within the part. */
  code: string;
  /** What the item is, shown until its name is loaded. */
  kind: string;
  /** The page of all items of the part. */
  listUrl: string;
  listName: ReactNode;
  /** The title when the catalogue has no such item. */
  missing: string;
  /** What removing the item changes. */
  removal: ReactNode;
  /** The item's form. */
  children: (draft: Draft) => ReactNode;
}

/** The page of one item of the catalogue: edited, removed, restored. */
export function ItemPage({ part, code, kind, listUrl, listName, missing, removal, children }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(draftQuery);
  const [isRemoving, setRemoving] = useState(false);
  const change = useChange({ refresh: draftKey });
  const entry = query.data && entriesOf(query.data, part).find((each) => each.key === code);
  const label = entry?.label ?? "";
  useObjectTitle(entry?.label);
  return (
    <>
      <BackLink to={listUrl}>{listName}</BackLink>
      <CatalogFrame
        title={entry?.label ?? kind}
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
              children(draft)
            ) : (
              <EmptyState title={missing}>
                {entry && (
                  <Button onClick={() => void change(() => discardItems([{ part, key: code }]))}>
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
          description={removal}
          confirm={t`Remove`}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            const done = await change(() => removeItem(part, code, entry.revision));
            if (done) await navigate(listUrl);
          }}
        />
      )}
    </>
  );
}
