import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

export type Vehicle = components["schemas"]["VehicleSummary"];
export type VehicleState = Vehicle["state"];
type BlockKind = components["schemas"]["BlockRequest"]["kind"];

export const vehicleStates: Record<VehicleState, MessageDescriptor> = {
  in_service: msg({ message: "In service", context: "state of a vehicle" }),
  workshop: msg({ message: "In the workshop", context: "state of a vehicle" }),
  sold: msg({ message: "Sold", context: "state of a vehicle" }),
};

/** Why a vehicle is out of rental for a time. */
export const blockKinds: Record<BlockKind, MessageDescriptor> = {
  service: msg({ message: "Service", context: "why a vehicle is blocked" }),
  workshop: msg({ message: "Workshop", context: "why a vehicle is blocked" }),
  other: msg({ message: "Other", context: "why a vehicle is blocked" }),
};

export const vehiclesKey = ["/api/admin/vehicles"];

/** All vehicles by car and plate, sold ones last. */
export const vehiclesQuery = queryOptions({
  queryKey: vehiclesKey,
  queryFn: async () => (await bodyOf(api.GET("/api/admin/vehicles"))).vehicles,
  staleTime: 0,
});

/** The name of a location; the code of one that no longer exists. */
export function placeName(code: string): string {
  return siteConfig().locations.find((place) => place.code === code)?.name ?? code;
}

/** Where a vehicle last came back to, if that is not its home; it may have to be brought. */
export function elsewhere({ homeLocation, location }: Pick<Vehicle, "homeLocation" | "location">) {
  return location && location !== homeLocation ? placeName(location) : null;
}

/** The location of a vehicle that is not at its home location. */
export function Elsewhere({ vehicle }: { vehicle: Pick<Vehicle, "homeLocation" | "location"> }) {
  const place = elsewhere(vehicle);
  if (!place) return null;
  return (
    <span className="flex items-center gap-1 text-xs text-muted">
      <MapPin aria-hidden size={13} className="shrink-0" />
      <span className="truncate">
        <Trans>Came back to {place}</Trans>
      </span>
    </span>
  );
}
