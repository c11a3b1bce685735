import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { draftKey, type ItemName, type Version } from "@/features/console/shared/catalog-draft/api";
import { ChangeList } from "@/features/console/shared/catalog-draft/change-list";
import { formatMoment } from "@/lib/format";
import { takeBack, versionQuery } from "../api";

export function VersionRow({ version }: { version: Version }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { number, publishedAt, publishedBy, note } = version;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-4 p-3 text-left hover:bg-stone sm:px-5"
      >
        <span className="w-8 font-bold tabular-nums">{number}</span>
        <span className="min-w-0 grow">
          <span className="block font-semibold">{note || t`Version ${number}`}</span>
          <span className="block text-sm text-slate">
            {[formatMoment(publishedAt), publishedBy].filter(Boolean).join(" · ")}
          </span>
        </span>
        <ChevronDown aria-hidden size={18} className={isOpen ? "rotate-180" : ""} />
      </button>
      {isOpen && <VersionChanges number={number} />}
    </>
  );
}

function VersionChanges({ number }: { number: number }) {
  const { t } = useLingui();
  const query = useQuery(versionQuery(number));
  const change = useChange({ refresh: draftKey });
  const back = (items: ItemName[] | null) =>
    void change(
      () => takeBack(number, items),
      () => ({ title: t`Reverted. Visitors see the change within seconds.` }),
    );
  return (
    <div className="border-t border-line p-4 sm:px-5">
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
    </div>
  );
}
