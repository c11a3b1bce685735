import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { adminPath } from "@/config/admin-path";
import { formatShortMoment } from "@/lib/format";
import type { CalendarConflict } from "../api";
import { Folded } from "./folded";

/** Events of imported calendars at times when the vehicle is booked or blocked already. */
export function ConflictPanel({ conflicts }: { conflicts: readonly CalendarConflict[] }) {
  const { t } = useLingui();
  if (conflicts.length === 0) return null;
  return (
    <Panel
      title={t`Calendar conflicts`}
      description={t`Move the booking to another vehicle, or cancel the event in the other service.`}
    >
      <Folded items={conflicts}>
        {(shown) => (
          <ul className="-my-2 divide-y divide-line">
            {shown.map((each) => (
              <li key={`${each.calendarId}${each.startsAt}${each.bookingId}`} className="py-2 text-sm">
                <span className="block">
                  <Link
                    className="tabular font-semibold underline-offset-4 hover:underline"
                    to={
                      each.bookingId ? adminPath.booking(each.bookingId) : adminPath.vehicle(each.vehicleId)
                    }
                  >
                    {each.plate}
                  </Link>{" "}
                  {each.reference
                    ? t`${{ calendar: each.calendar }} overlaps booking ${{ reference: each.reference }}`
                    : t`${{ calendar: each.calendar }} overlaps block ${{ block: each.title }}`}
                </span>
                <span className="tabular block text-slate">
                  {t`${{ from: formatShortMoment(each.startsAt) }} – ${{ until: formatShortMoment(each.endsAt) }}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Panel>
  );
}
