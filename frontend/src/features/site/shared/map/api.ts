import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

export type RegionMap = components["schemas"]["RegionMap"];

/** The region of the company's places; null where none has a point. */
export async function loadPlacesMap(): Promise<RegionMap | null> {
  return (await bodyOf(api.GET("/api/site/map"))).map;
}

/** The region of a route, in a block of a page; `isPreview`: of what is being written. */
export async function loadRouteMap(
  kind: string,
  block: number,
  isPreview: boolean,
): Promise<RegionMap | null> {
  const query = {
    block,
    lang: siteConfig().tenant.language,
    ...(isPreview && { preview: "drafts" as const }),
  };
  const path = "/api/site/documents/{kind}/map";
  return (await bodyOf(api.GET(path, { params: { path: { kind }, query } }))).map;
}
