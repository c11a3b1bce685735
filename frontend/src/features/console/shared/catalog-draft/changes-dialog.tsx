import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { changesQuery, discardItems, draftKey, type ItemName } from "./api";
import { ChangeList } from "./change-list";

/** What publishing would change; each item, or all, can be put back to what visitors see. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(changesQuery);
  const change = useChange({ refresh: draftKey });
  const discard = (items: ItemName[] | null) => change(() => discardItems(items));
  return (
    <Dialog title={t`Not yet published`} onClose={onClose} isWide>
      <QueryBoundary query={query}>
        {(changes) => (
          <>
            <ChangeList
              changes={changes}
              action={({ part, key }) => (
                <Button look="plain" onClick={() => void discard([{ part, key }])}>
                  <Trans>Discard</Trans>
                </Button>
              )}
            />
            {changes.length > 1 && (
              <Button
                look="risky"
                className="mt-4"
                onClick={() => void discard(null).then((done) => done && onClose())}
              >
                <Trans>Discard all</Trans>
              </Button>
            )}
            {changes.length === 0 && <Trans>No unpublished changes.</Trans>}
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
