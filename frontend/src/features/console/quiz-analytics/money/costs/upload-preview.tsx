import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { formatDaySpan, formatMoney } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import type { CostUpload } from "../api";

interface Props {
  upload: CostUpload;
  isBusy: boolean;
}

/** What was understood of a report, and each line that was not, before any of it is stored. */
export function UploadPreview({ upload, isBusy }: Props) {
  const amount = formatMoney(upload.amount, upload.currency);
  return (
    <div className="flex flex-col gap-3 text-sm">
      {upload.lines > 0 && (
        <div className="rounded-card border border-line p-4">
          <p className="font-semibold">
            <Plural value={upload.lines} one="# line ready to import" other="# lines ready to import" />,{" "}
            {amount}
          </p>
          {upload.replaced > 0 && (
            <p className="text-slate">
              <Plural
                value={upload.replaced}
                one="# of them replaces the cost for the same campaign and day."
                other="# of them replace costs for the same campaigns and days."
              />
            </p>
          )}
          {upload.sums > 0 && (
            <p className="text-slate">
              <Plural value={upload.sums} one="# total line is skipped." other="# total lines are skipped." />
            </p>
          )}
          <ul className="tabular mt-2 max-h-48 divide-y divide-line overflow-y-auto">
            {upload.campaigns.map((campaign) => (
              <li key={campaign.campaign} className="flex justify-between gap-4 py-1.5">
                <span className="min-w-0 break-words">
                  {campaign.campaign}
                  <span className="block text-xs text-muted">
                    {formatDaySpan(campaign.firstDay, campaign.lastDay)}
                  </span>
                </span>
                <span>{formatMoney(campaign.amount, upload.currency)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {upload.refusedCount > 0 && (
        <div role="alert" className="rounded-card border border-danger p-4">
          <p className="font-semibold">
            <Plural
              value={upload.refusedCount}
              one="# line can't be imported"
              other="# lines can't be imported"
            />
          </p>
          <ul className="mt-2 flex max-h-48 flex-col gap-1 overflow-y-auto">
            {upload.refused.map((refused) => {
              const { line, column } = refused;
              return (
                <li key={`${line}/${column}`} className="break-words">
                  <b>
                    {column ? (
                      <Trans>
                        Line {line}, column {column}
                      </Trans>
                    ) : (
                      <Trans>Line {line}</Trans>
                    )}
                  </b>
                  {": "}
                  {sentenceIn(refused)}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {upload.lines > 0 && (
        <Button type="submit" className="self-start" disabled={isBusy}>
          {upload.refusedCount > 0 ? <Trans>Import valid lines</Trans> : <Trans>Import costs</Trans>}
        </Button>
      )}
    </div>
  );
}
