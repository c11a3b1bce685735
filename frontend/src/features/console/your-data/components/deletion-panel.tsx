import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { meQuery } from "@/features/console/shared/session";
import { formatDate } from "@/lib/format";
import { undoDeletion, type YourData, yourDataQuery } from "../api";
import { DeletionDialog } from "./deletion-dialog";

/** Deletes the company after a grace period, or keeps it. */
export function DeletionPanel({ data }: { data: YourData }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { graceDays } = data;
  return data.deletesAt ? (
    <Closing deletesAt={data.deletesAt} />
  ) : (
    <Panel
      title={t`Delete company`}
      description={<Trans>Closes your site at once. Everything is removed after {graceDays} days.</Trans>}
    >
      <ul className="mb-4 grid list-disc gap-1 pl-5 text-sm">
        <li>
          <Trans>
            Your site shows that the company is closed. No bookings are taken and no messages are sent.
          </Trans>
        </li>
        <li>
          <Plural
            value={graceDays}
            one="For # day you can still sign in, download your data, and undo it."
            other="For # days you can still sign in, download your data, and undo it."
          />
        </li>
        <li>
          <Trans>
            Then bookings, customers, photos, documents, figures, keys and domains are removed. No one can
            bring them back.
          </Trans>
        </li>
        <li>
          <Trans>
            You may have to keep invoices and credit notes for years by law. They are prepared as one file:
            download it before then.
          </Trans>
        </li>
      </ul>
      <Button look="danger" onClick={() => setAsking(true)}>
        <Trans>Delete company…</Trans>
      </Button>
      {isAsking && <DeletionDialog data={data} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Closing({ deletesAt }: { deletesAt: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useChange({ refresh: yourDataQuery.queryKey, failed: t`Couldn't undo the deletion` });
  const date = formatDate(deletesAt.slice(0, 10));
  return (
    <Panel
      title={t`Your company will be deleted on ${date}`}
      description={<Trans>Undo it, and everything is as it was.</Trans>}
    >
      <Button
        onClick={async () => {
          await change(undoDeletion, () => ({ title: t`Your company is open again` }));
          await client.invalidateQueries({ queryKey: meQuery.queryKey });
        }}
      >
        <Trans>Keep company</Trans>
      </Button>
    </Panel>
  );
}
