import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { adminPath } from "@/config/admin-path";
import { siteConfig } from "@/lib/site-config";
import type { Assignment, BookingDetail } from "../api";
import { alternativesOf } from "../desk/rules/alternatives";
import { datesOf } from "../desk/rules/rental";

interface Props {
  booking: BookingDetail;
  assignment: Assignment;
}

/** No vehicle is free: said before anyone confirms, with what else there is, each one press from its price. */
export function VehicleAlternatives({ booking, assignment }: Props) {
  return (
    <div className="text-sm">
      <p className="flex items-center gap-2 font-semibold text-danger">
        <TriangleAlert aria-hidden size={16} />
        <Trans>No vehicle of this car is free for these dates.</Trans>
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-6">
        {alternativesOf(assignment, datesOf(booking, siteConfig().tenant.timezone)).map(
          ({ key, label, change }) => (
            <li key={key}>
              <Link
                className="inline-block py-1 underline underline-offset-4"
                to={`${adminPath.changeBooking(booking.id)}?${new URLSearchParams(change)}`}
              >
                {label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
