import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { type SiteConfig, siteConfig } from "@/lib/site-config";

export type Review = SiteConfig["reviews"][number];
export type ReviewPage = components["schemas"]["ReviewListResponse"];

/** A page of published reviews, the newest first: of one car, or of all. */
export function loadReviews(car?: string, cursor?: string): Promise<ReviewPage> {
  const query = { lang: siteConfig().tenant.language, ...(car && { car }), ...(cursor && { cursor }) };
  return bodyOf(api.GET("/api/reviews", { params: { query } }));
}
