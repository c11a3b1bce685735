import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import type { YourData } from "../api";
import { ExportDialog } from "./export-dialog";
import { ExportList } from "./export-list";

/** Everything of the company as one file. */
export function ExportsPanel({ data }: { data: YourData }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const items = data.exports.filter((each) => each.kind === "everything");
  const isPending = items.some((each) => each.state === "pending");
  return (
    <Panel
      title={t`Export everything`}
      description={
        <Trans>
          One file with all tables, photos and documents, for another installation or for your records.
          Passwords and keys of other services are left out.
        </Trans>
      }
    >
      <ExportList label={t`Exports`} items={items} />
      <Button onClick={() => setAsking(true)} disabled={isPending}>
        <Trans>Export…</Trans>
      </Button>
      {isAsking && (
        <ExportDialog
          kind="everything"
          title={t`Export everything?`}
          confirm={t`Export`}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
