import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { formatDate, formatMoment, formatNumber } from "@/lib/format";
import { type CompanyExport, deleteExport, yourDataQuery } from "../api";

/** Files of one kind that are prepared or can be downloaded; nothing without any. */
export function ExportList({ label, items }: { label: string; items: readonly CompanyExport[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2" aria-label={label}>
      {items.map((each) => (
        <ExportRow key={each.id} item={each} />
      ))}
    </ul>
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
