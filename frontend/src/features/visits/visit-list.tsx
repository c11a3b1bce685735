import { Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { formatMoment } from "@/lib/moments";
import type { Visit } from "./queries";

interface Props {
  visits: Visit[];
  timezone: string;
  onDelete: (visit: Visit) => void;
}

export function VisitList({ visits, timezone, onDelete }: Props) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-panel">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted">
          <tr>
            <th className="px-4 py-3 font-medium">Visited</th>
            <th className="px-2 py-3 font-medium">Address</th>
            <th className="hidden px-2 py-3 font-medium sm:table-cell">Came by</th>
            <th className="w-14">
              <span className="sr-only">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {visits.map((visit) => (
            <tr key={visit.id}>
              <td className="tabular px-4 py-1.5">{formatMoment(visit.visitedAt, timezone)}</td>
              <td className="tabular px-2 py-1.5 font-medium break-all">
                {visit.ipAddress}
                {visit.isGoogleAdsTraffic && (
                  <span className="mt-1 block sm:hidden">
                    <Badge look="good">Paid search</Badge>
                  </span>
                )}
              </td>
              <td className="hidden px-2 py-1.5 sm:table-cell">
                {visit.isGoogleAdsTraffic ? (
                  <Badge look="good">Paid search</Badge>
                ) : (
                  <span className="text-muted">Other ways</span>
                )}
              </td>
              <td className="py-0.5 pr-2 text-right">
                <button
                  type="button"
                  aria-label={`Delete the visit of ${visit.ipAddress}, ${formatMoment(visit.visitedAt, timezone)}`}
                  onClick={() => onDelete(visit)}
                  className="grid size-11 place-items-center rounded-xl text-muted hover:bg-stone hover:text-danger"
                >
                  <Trash2 aria-hidden size={16} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
