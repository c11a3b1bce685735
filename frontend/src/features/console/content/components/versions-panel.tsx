import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
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
  const columns: TableColumn<Text["versions"][number]>[] = [
    {
      id: "number",
      title: t`Version`,
      value: ({ number }) => number,
      cell: ({ number }) => (
        <span className="tabular font-semibold">
          <Trans>Version {number}</Trans>
        </span>
      ),
    },
    {
      id: "publishedAt",
      title: t`Published`,
      value: ({ published }) => published.at,
      cell: ({ published }) => <span className="text-muted">{formatMoment(published.at)}</span>,
      card: "line",
    },
    {
      id: "publishedBy",
      title: t`By`,
      value: ({ published }) => published.by,
      cell: ({ published }) => <span className="text-muted">{published.by}</span>,
      card: "line",
    },
  ];
  const shown = siteConfig().tenant.pathPrefix + pageOf(text.kind);
  return (
    <Panel
      title={t`Versions`}
      description={
        isLegal
          ? t`Each version keeps its own URL. Bookings link to the version the customer agreed to.`
          : undefined
      }
    >
      {text.versions.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>No versions yet.</Trans>
        </p>
      )}
      {text.versions.length > 0 && (
        <DataTable
          label={t`Versions`}
          rows={text.versions}
          columns={columns}
          isShort
          rowId={({ number }) => String(number)}
          actions={({ number }) => (
            <>
              {isLegal && (
                <a
                  className="inline-flex min-h-11 items-center underline"
                  href={`${shown}?version=${number}`}
                >
                  <Trans>Read</Trans>
                </a>
              )}
              {number !== text.versions[0]?.number && (
                <Button look="quiet" onClick={() => setChosen(number)}>
                  <Trans>Restore</Trans>
                </Button>
              )}
            </>
          )}
          actionsCard="right"
        />
      )}
      {chosen !== null && (
        <ConfirmDialog
          title={t`Restore version ${chosen}?`}
          description={t`It replaces your draft. Publish it to make it live.`}
          confirm={t`Restore`}
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
