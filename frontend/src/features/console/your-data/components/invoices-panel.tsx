import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/lib/format";
import type { YourData } from "../api";
import { ExportDialog } from "./export-dialog";
import { ExportList } from "./export-list";

/** Invoices and credit notes as one file: the last download of a company that is being deleted. */
export function InvoicesPanel({ data }: { data: YourData }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const items = data.exports.filter((each) => each.kind === "invoices");
  const isPending = items.some((each) => each.state === "pending");
  const date = data.deletesAt && formatDate(data.deletesAt.slice(0, 10));
  return (
    <Panel
      title={t`Invoices and credit notes`}
      description={
        date ? (
          <Trans>
            You may have to keep these for years by law. Download them before {date}: then they are gone.
          </Trans>
        ) : (
          <Trans>All of them as PDF in one ZIP file, with a list as CSV and JSON.</Trans>
        )
      }
    >
      <ExportList label={t`Files with invoices`} items={items} />
      <Button
        look={items.some((each) => each.state === "ready") ? "quiet" : "primary"}
        onClick={() => setAsking(true)}
        disabled={isPending}
      >
        <Trans>Prepare ZIP…</Trans>
      </Button>
      {isAsking && (
        <ExportDialog
          kind="invoices"
          title={t`Prepare invoices?`}
          confirm={t`Prepare ZIP`}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
