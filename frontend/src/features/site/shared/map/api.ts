import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type RegionMap = components["schemas"]["RegionMap"];

/** The region of the company's places; null where none has a point. */
export async function loadPlacesMap(): Promise<RegionMap | null> {
  return (await bodyOf(api.GET("/api/site/map"))).map;
}
