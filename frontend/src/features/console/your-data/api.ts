import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type YourData = components["schemas"]["YourDataResponse"];

export const yourDataQuery = queryOptions({
  queryKey: ["/api/admin/company-data"],
  queryFn: () => bodyOf(api.GET("/api/admin/company-data")),
  staleTime: 0,
});

export function requestDeletion(body: components["schemas"]["DeletionRequest"]) {
  return bodyOf(api.POST("/api/admin/company-data/deletion", { body }));
}

export function undoDeletion() {
  return bodyOf(api.DELETE("/api/admin/company-data/deletion"));
}
