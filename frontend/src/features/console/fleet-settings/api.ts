import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type FleetSettings = components["schemas"]["FleetSettingsRequest"];
const path = "/api/admin/fleet/settings";
export const fleetSettingsKey = [path];

export const fleetSettingsQuery = queryOptions({
  queryKey: fleetSettingsKey,
  queryFn: () => bodyOf(api.GET(path)),
  staleTime: 0,
});

export function saveFleetSettings(body: FleetSettings) {
  return bodyOf(api.PUT(path, { body }));
}
