import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type YourData = components["schemas"]["YourDataResponse"];

export type CompanyExport = components["schemas"]["CompanyExportOut"];

const POLL_MS = 3000;

export const yourDataQuery = queryOptions({
  queryKey: ["/api/admin/company-data"],
  queryFn: () => bodyOf(api.GET("/api/admin/company-data")),
  staleTime: 0,
  // While the worker writes an export.
  refetchInterval: (query) => query.state.data?.exports.some((each) => each.state === "pending") && POLL_MS,
});

export function requestExport(body: components["schemas"]["CompanyExportRequest"]) {
  return bodyOf(api.POST("/api/admin/company-data/exports", { body }));
}

export function deleteExport(exportId: string) {
  return bodyOf(
    api.DELETE("/api/admin/company-data/exports/{export_id}", { params: { path: { export_id: exportId } } }),
  );
}

export function requestDeletion(body: components["schemas"]["DeletionRequest"]) {
  return bodyOf(api.POST("/api/admin/company-data/deletion", { body }));
}

export function undoDeletion() {
  return bodyOf(api.DELETE("/api/admin/company-data/deletion"));
}
