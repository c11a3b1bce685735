import { Plural, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { Elsewhere, placeName, type Vehicle, vehicleStates } from "@/features/console/shared/fleet";
import { kilometres } from "../words";

export function VehicleList({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { t } = useLingui();
  const columns: TableColumn<Vehicle>[] = [
    {
      id: "plate",
      title: t`Plate`,
      sort: "asc",
      value: ({ plate }) => plate,
      cell: ({ plate }) => <span className="tabular font-semibold">{plate}</span>,
    },
    {
      id: "car",
      title: t`Car`,
      sort: "asc",
      value: ({ car }) => car,
      cell: ({ car, year, color }) => (
        <>
          <span className="block">{car}</span>
          <span className="block text-xs text-muted">{[year, color].filter(Boolean).join(" · ")}</span>
        </>
      ),
    },
    {
      id: "homeLocation",
      title: t`Home location`,
      sort: "asc",
      value: ({ homeLocation }) => placeName(homeLocation),
      cell: (vehicle) => (
        <span className="text-slate">
          <span className="block">{placeName(vehicle.homeLocation)}</span>
          <Elsewhere vehicle={vehicle} />
        </span>
      ),
    },
    {
      id: "state",
      title: t`State`,
      sort: "asc",
      value: ({ state }) => t(vehicleStates[state]),
      cell: ({ state }) => (
        <Badge look={state === "in_service" ? "good" : "plain"}>{t(vehicleStates[state])}</Badge>
      ),
      card: "right",
    },
    {
      id: "warnings",
      title: t`Due`,
      sort: "desc",
      value: ({ warnings }) => warnings,
      cell: ({ warnings }) =>
        warnings > 0 && (
          <Badge look="warning">
            <TriangleAlert aria-hidden size={13} />
            <Plural value={{ count: warnings }} one="# due" other="# due" />
          </Badge>
        ),
      card: "right",
    },
    {
      id: "mileageKm",
      title: t`Mileage`,
      sort: "desc",
      value: ({ mileageKm }) => mileageKm,
      cell: ({ mileageKm }) => <span className="text-slate">{kilometres(mileageKm)}</span>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Vehicles`}
      rows={vehicles}
      columns={columns}
      rowId={({ id }) => id}
      to={({ id }) => adminPath.vehicle(id)}
    />
  );
}
