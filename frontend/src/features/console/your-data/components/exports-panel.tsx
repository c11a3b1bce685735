import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { formatDate, formatMoment, formatNumber } from "@/lib/format";
import { type CompanyExport, deleteExport, requestExport, type YourData, yourDataQuery } from "../api";

/** Everything of the company as one file. */
export function ExportsPanel({ data }: { data: YourData }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const isPending = data.exports.some((each) => each.state === "pending");
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
      {data.exports.length > 0 && (
        <ul className="mb-4 grid gap-2" aria-label={t`Exports`}>
          {data.exports.map((each) => (
            <ExportRow key={each.id} item={each} />
          ))}
        </ul>
      )}
      <Button onClick={() => setAsking(true)} disabled={isPending}>
        <Trans>Export…</Trans>
      </Button>
      {isAsking && <ExportDialog onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function ExportRow({ item }: { item: CompanyExport }) {
  const { t } = useLingui();
  const change = useChange({ refresh: yourDataQuery.queryKey, failed: t`Couldn't delete the export` });
  const date = formatMoment(item.requestedAt);
  const size = formatNumber(item.bytes / 1_000_000, 1);
  const expires = item.expiresAt ? formatDate(item.expiresAt.slice(0, 10)) : "";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line p-3 text-sm">
      <div className="min-w-0 grow">
        <p className="font-bold">{date}</p>
        <p className="text-slate" role="status">
          {item.state === "pending" && <Trans>Preparing. You can leave this page.</Trans>}
          {item.state === "failed" && <Trans>Couldn't prepare the file. Try again.</Trans>}
          {item.state === "ready" && (
            <Trans>
              {size} MB, until {expires}
            </Trans>
          )}
        </p>
        {item.missingFiles > 0 && (
          <p className="text-danger">
            <Plural
              value={item.missingFiles}
              one="# photo or document is missing from storage."
              other="# photos or documents are missing from storage."
            />
          </p>
        )}
      </div>
      {item.state === "ready" && (
        <a
          className="inline-flex min-h-11 items-center font-bold underline sm:min-h-9"
          href={`/api/admin/company-data/exports/${item.id}/file`}
          download
        >
          <Trans>Download</Trans>
        </a>
      )}
      {item.state !== "pending" && (
        <Button
          look="quiet"
          aria-label={t`Delete the export of ${date}`}
          onClick={() =>
            change(
              () => deleteExport(item.id),
              () => ({ title: t`Export deleted` }),
            )
          }
        >
          <Trans>Delete</Trans>
        </Button>
      )}
    </li>
  );
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const submit = useSubmit(form, requestExport, {
    onDone: (answer) => {
      client.setQueryData(yourDataQuery.queryKey, answer);
      onClose();
    },
  });
  return (
    <DialogForm
      title={t`Export everything?`}
      description={<Trans>The file has personal data of your customers. It is kept for 7 days.</Trans>}
      submit={submit}
      confirm={t`Export`}
      isBlocked={!form.watch("currentPassword")}
      onClose={onClose}
    >
      <TextField
        label={t`Your password`}
        type="password"
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
    </DialogForm>
  );
}
