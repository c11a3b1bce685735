import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { draftKey, type ItemName } from "@/features/console/shared/catalog-draft/api";
import { ChangeList } from "@/features/console/shared/catalog-draft/change-list";
import { takeBack, versionQuery } from "../api";

/** What a version changed; each change can be reverted. */
export function VersionChanges({ number }: { number: number }) {
  const { t } = useLingui();
  const query = useQuery(versionQuery(number));
  const change = useChange({ refresh: draftKey });
  const back = (items: ItemName[] | null) =>
    void change(
      () => takeBack(number, items),
      () => ({ title: t`Reverted. Visitors see the change within seconds.` }),
    );
  return (
    <QueryBoundary query={query}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-sm text-slate">
            <Trans>The catalogue as it was at first.</Trans>
          </p>
        ) : (
          <>
            <ChangeList
              changes={changes}
              action={({ part, key }) => (
                <Button look="plain" onClick={() => back([{ part, key }])}>
                  <Trans>Revert</Trans>
                </Button>
              )}
            />
            {changes.length > 1 && (
              <Button look="risky" className="mt-4" onClick={() => back(null)}>
                <Trans>Revert all</Trans>
              </Button>
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}
