import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { formatMoment } from "@/lib/format";
import type { Visit } from "../api";

interface Props {
  visits: Visit[];
  timezone: string;
  onDelete: (visit: Visit) => unknown;
}

/** One visit a row; on a phone its time and way stand under its address. */
export function VisitList({ visits, timezone, onDelete }: Props) {
  const { t } = useLingui();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-panel">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted">
          <tr>
            <th className="px-4 py-3 font-medium">
              <Trans>Address</Trans>
            </th>
            <th className="hidden px-2 py-3 font-medium sm:table-cell">
              <Trans>Visited</Trans>
            </th>
            <th className="hidden px-2 py-3 font-medium sm:table-cell">
              <Trans>Came by</Trans>
            </th>
            <th className="w-14">
              <span className="sr-only">
                <Trans>Delete</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {visits.map((visit) => {
            const moment = formatMoment(visit.visitedAt, timezone);
            const way = visit.isGoogleAdsTraffic ? (
              <Badge look="good">
                <Trans>Paid search</Trans>
              </Badge>
            ) : (
              t`Other ways`
            );
            return (
              <tr key={visit.id}>
                <td className="tabular px-4 py-2.5 font-medium break-all sm:py-1.5">
                  {visit.ipAddress}
                  <span className="mt-1 flex flex-wrap items-center gap-2 font-normal break-normal text-muted sm:hidden">
                    {moment}
                    {visit.isGoogleAdsTraffic && way}
                  </span>
                </td>
                <td className="tabular hidden px-2 py-1.5 sm:table-cell">{moment}</td>
                <td className="hidden px-2 py-1.5 text-muted sm:table-cell">{way}</td>
                <td className="py-0.5 pr-2 text-right">
                  <button
                    type="button"
                    aria-label={t`Delete the visit of ${{ ipAddress: visit.ipAddress }}, ${moment}`}
                    onClick={() => onDelete(visit)}
                    className="grid size-11 place-items-center rounded-xl text-muted hover:bg-stone hover:text-danger"
                  >
                    <Trash2 aria-hidden size={16} />
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
