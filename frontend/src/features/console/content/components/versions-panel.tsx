import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { DataList } from "@/components/console/data-list";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { contentKey, goBack, type Text } from "../api";
import { pageOf, shapeOf } from "../rules/texts";

/** Every version that visitors could read, and the way back to one. */
export function VersionsPanel({ text, onText }: { text: Text; onText: (text: Text) => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<number | null>(null);
  const change = useChange({ refresh: contentKey });
  const isLegal = shapeOf(text.kind) === "legal";
  const shown = siteConfig().tenant.pathPrefix + pageOf(text.kind);
  return (
    <Panel
      title={t`Versions`}
      description={
        isLegal
          ? t`Each stays readable at its own address: bookings name the one that was agreed to.`
          : undefined
      }
    >
      {text.versions.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>No versions yet.</Trans>
        </p>
      )}
      <DataList>
        {text.versions.map(({ number, published }, place) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <span className="tabular font-semibold">
              <Trans>Version {number}</Trans>
            </span>
            <span className="grow text-muted">
              {[formatMoment(published.at), published.by].filter(Boolean).join(" · ")}
            </span>
            {isLegal && (
              <a className="inline-flex min-h-11 items-center underline" href={`${shown}?version=${number}`}>
                <Trans>Read</Trans>
              </a>
            )}
            {place > 0 && (
              <Button look="quiet" onClick={() => setChosen(number)}>
                <Trans>Restore</Trans>
              </Button>
            )}
          </li>
        ))}
      </DataList>
      {chosen !== null && (
        <ConfirmDialog
          title={t`Restore version ${chosen}?`}
          description={t`It replaces your draft. Publish it to make it live.`}
          confirm={t`Revert`}
          onClose={() => setChosen(null)}
          onConfirm={() =>
            change(async () => {
              onText(await goBack(text.kind, chosen));
            })
          }
        />
      )}
    </Panel>
  );
}
