import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type BlockBody = Schemas["BlockRequest"];
type BlockMove = Schemas["BlockMoveRequest"];
export type Plan = Schemas["BlockResponse"];

const path = "/api/admin/vehicles/{vehicle_id}/blocks/{block_id}";

export function blockVehicle(id: string, body: BlockBody): Promise<Plan> {
  return bodyOf(
    api.POST("/api/admin/vehicles/{vehicle_id}/blocks", { params: { path: { vehicle_id: id } }, body }),
  );
}

export function moveBlock(id: string, blockId: string, body: BlockMove) {
  return api.PUT(path, { params: { path: { vehicle_id: id, block_id: blockId } }, body });
}

export function unblockVehicle(id: string, blockId: string) {
  return api.DELETE(path, { params: { path: { vehicle_id: id, block_id: blockId } } });
}
