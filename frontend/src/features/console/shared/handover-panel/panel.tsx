import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { handoverQuery } from "./api";
import { ProposedLines } from "./components/proposed-lines";
import { RecordCard } from "./components/record-card";

interface Props {
  bookingId: string;
  status: string;
}

/** What was recorded of a booking in the yard, and what the return costs. */
export function HandoverPanel({ bookingId, status }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(handoverQuery(bookingId));
  if (!data) return null;
  const valid = data.records.filter((each) => each.withdrawnAt === null);
  const undone = data.records.filter((each) => each.withdrawnAt !== null);
  const next = nextOf(
    status,
    valid.map((each) => each.kind),
  );
  if (data.records.length === 0 && data.lines.length === 0 && next === null) return null;
  return (
    <Panel title={t`Handover`}>
      <div className="grid gap-6">
        <ProposedLines bookingId={bookingId} lines={data.lines} currency={data.currency} />
        {valid.map((record) => (
          <RecordCard key={record.id} record={record} existing={data.existingDamages} body={data.body} />
        ))}
        {next && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-slate">
              {next === "handover" ? (
                <Trans>Mileage, fuel, photos and the signature are recorded on a phone in the yard.</Trans>
              ) : (
                <Trans>The return is recorded on a phone in the yard.</Trans>
              )}
            </p>
            <WithAccess>
              <Link className={buttonClass("quiet")} to={adminPath.yardForm(bookingId, next)}>
                {next === "handover" ? <Trans>Record handover</Trans> : <Trans>Record return</Trans>}
              </Link>
            </WithAccess>
          </div>
        )}
        {undone.length > 0 && (
          <details>
            <summary className="cursor-pointer text-sm font-semibold text-slate">
              <Trans>Reverted</Trans>
            </summary>
            <div className="mt-4 grid gap-6 opacity-75">
              {undone.map((record) => (
                <RecordCard key={record.id} record={record} existing={[]} body={data.body} />
              ))}
            </div>
          </details>
        )}
      </div>
    </Panel>
  );
}

/** The next handover record, or one skipped by a manual status change. */
function nextOf(status: string, recorded: readonly string[]): "handover" | "return" | null {
  if (["active", "completed"].includes(status) && !recorded.includes("return")) {
    return status === "active" && !recorded.includes("handover") ? "handover" : "return";
  }
  return status === "confirmed" ? "handover" : null;
}
