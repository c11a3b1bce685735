import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

export type CarVehicle = components["schemas"]["CarVehicle"];

/** The vehicles of a car that the company shows, the newest first. */
export async function loadVehicles(slug: string): Promise<CarVehicle[]> {
  const params = { path: { slug }, query: { lang: siteConfig().tenant.language } };
  return (await bodyOf(api.GET("/api/cars/{slug}/vehicles", { params }))).vehicles;
}
