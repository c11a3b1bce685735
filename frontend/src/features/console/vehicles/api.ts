import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";

type Schemas = components["schemas"];
export type VehicleDetail = Schemas["VehicleDetail"];
export type VehicleBody = Schemas["VehicleRequest"];
export type Document = Schemas["DocumentOut"];
export type Work = Schemas["ServiceOut"];
export type Upcoming = Schemas["UpcomingOut"];
export type Happening = Schemas["VehicleEventOut"];
type Imported = Schemas["ImportResponse"];

/** Below the list's key: who refreshes the list refreshes the page, too. */
export function vehicleQuery(id: string) {
  return queryOptions({
    queryKey: [...vehiclesKey, id],
    queryFn: async () => {
      const params = { path: { vehicle_id: id } };
      return (await bodyOf(api.GET("/api/admin/vehicles/{vehicle_id}", { params }))).vehicle;
    },
    staleTime: 0,
  });
}

/** Every damage, also those that were repaired. */
export function damagesQuery(id: string) {
  return queryOptions({
    queryKey: [...vehiclesKey, id, "damages"],
    queryFn: async () => {
      const params = { path: { vehicle_id: id } };
      return bodyOf(api.GET("/api/admin/vehicles/{vehicle_id}/damages", { params }));
    },
    staleTime: 0,
  });
}

export function markRepaired(id: string, damageId: string) {
  return api.POST("/api/admin/vehicles/{vehicle_id}/damages/{damage_id}/repaired", {
    params: { path: { vehicle_id: id, damage_id: damageId } },
  });
}

export async function addVehicle(body: VehicleBody): Promise<VehicleDetail> {
  return (await bodyOf(api.POST("/api/admin/vehicles", { body }))).vehicle;
}

export function changeVehicle(id: string, body: VehicleBody) {
  return api.PUT("/api/admin/vehicles/{vehicle_id}", { params: { path: { vehicle_id: id } }, body });
}

/** Takes a file in, or only looks what it would do. Bad lines are named by the server's sentences. */
export async function importVehicles(csv: string, onlyCheck: boolean): Promise<Imported> {
  await loadServerMessages();
  return bodyOf(api.POST("/api/admin/vehicles/import", { body: { csv, onlyCheck } }));
}

export function addDocument(id: string, body: Schemas["DocumentRequest"]) {
  return api.POST("/api/admin/vehicles/{vehicle_id}/documents", {
    params: { path: { vehicle_id: id } },
    body,
  });
}

export function removeDocument(id: string, documentId: string) {
  return api.DELETE("/api/admin/vehicles/{vehicle_id}/documents/{document_id}", {
    params: { path: { vehicle_id: id, document_id: documentId } },
  });
}

export function planWork(id: string, body: Schemas["ServiceRequest"]) {
  return api.POST("/api/admin/vehicles/{vehicle_id}/services", {
    params: { path: { vehicle_id: id } },
    body,
  });
}

export function finishWork(id: string, workId: string, body: Schemas["ServiceDoneRequest"]) {
  return api.POST("/api/admin/vehicles/{vehicle_id}/services/{service_id}/done", {
    params: { path: { vehicle_id: id, service_id: workId } },
    body,
  });
}

export function removeWork(id: string, workId: string) {
  return api.DELETE("/api/admin/vehicles/{vehicle_id}/services/{service_id}", {
    params: { path: { vehicle_id: id, service_id: workId } },
  });
}
