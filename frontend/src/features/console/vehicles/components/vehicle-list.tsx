import { Plural, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import { Elsewhere } from "@/features/console/shared/elsewhere";
import { placeName, type Vehicle, vehicleStates } from "@/features/console/shared/fleet";
import { kilometres } from "../words";

/** A table on wide screens, cards on phones: the same rows. */
export function VehicleList({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { t } = useLingui();
  return (
    <DataList>
      {vehicles.map((vehicle) => (
        <li key={vehicle.id} className="transition-colors duration-200 has-[a:hover]:bg-stone/60">
          <Link
            to={adminPath.vehicle(vehicle.id)}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[9rem_minmax(0,1.4fr)_minmax(0,1fr)_7rem_9rem_7rem]"
          >
            <span className="tabular font-semibold">{vehicle.plate}</span>
            <span className="col-start-1 min-w-0 lg:col-start-auto">
              <span className="block truncate text-sm">{vehicle.car}</span>
              <span className="block truncate text-xs text-muted">
                {[vehicle.year, vehicle.color].filter(Boolean).join(" · ")}
              </span>
            </span>
            <span className="col-start-1 min-w-0 text-sm text-slate lg:col-start-auto">
              <span className="block truncate">{placeName(vehicle.homeLocation)}</span>
              <Elsewhere vehicle={vehicle} />
            </span>
            <span className="tabular text-right text-sm text-slate">{kilometres(vehicle.mileageKm)}</span>
            <span className="col-start-2 row-start-1 flex justify-end lg:col-start-auto lg:row-start-auto lg:justify-start">
              <Badge look={vehicle.state === "in_service" ? "good" : "plain"}>
                {t(vehicleStates[vehicle.state])}
              </Badge>
            </span>
            <span className="col-start-2 row-start-2 flex justify-end lg:col-start-auto lg:row-start-auto">
              {vehicle.warnings > 0 && (
                <Badge look="warning">
                  <TriangleAlert aria-hidden size={13} />
                  <Plural value={{ count: vehicle.warnings }} one="# due" other="# due" />
                </Badge>
              )}
            </span>
          </Link>
        </li>
      ))}
    </DataList>
  );
}
