import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatMoment } from "@/lib/format";
import type { BookingDetail } from "../../api";
import { Card } from "../../components/card";
import { changesQuery } from "../api";
import { differences } from "../rules/differences";
import { sourceWords } from "../words";

/** Where the booking came from, and what the desk changed of it: before and after. */
export function ChangesCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const { data } = useQuery(changesQuery(booking));
  if (!data) return null;
  const source = t(sourceWords[data.source]);
  const changed = data.changes.filter(({ kind }) => kind === "changed");
  if (changed.length === 0 && data.source === "site") return null;
  return (
    <Card title={t`Source and changes`}>
      <p className="text-sm">
        {data.source === "site" ? t`Booked on your site.` : t`Created by your team: ${source}.`}
      </p>
      <ol className="mt-3 grid gap-4 text-sm empty:hidden">
        {changed.map((each) => (
          <li key={each.createdAt}>
            <p className="tabular text-xs text-muted">
              {[
                formatMoment(each.createdAt),
                each.adminName ?? each.apiKeyName,
                each.isNotified && t`customer notified`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <ul className="mt-1 grid gap-1">
              {differences(each.before, each.after, booking.currency).map(({ label, before, after }) => (
                <li key={label} className="flex flex-wrap gap-x-2">
                  <span className="text-muted">{label}</span>
                  <span>
                    <del className="text-slate">{before}</del> <span aria-hidden>→</span>{" "}
                    <ins className="font-semibold no-underline">{after}</ins>
                  </span>
                </li>
              ))}
            </ul>
            {each.reason && (
              <p className="mt-1 text-slate">
                <Trans>Reason: {{ reason: each.reason }}</Trans>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
