import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { saveFile } from "@/lib/save-file";

export type QueryTable = components["schemas"]["QueryTableOut"];
export type QueryResult = components["schemas"]["QueryResponse"];
export type QueryChart = components["schemas"]["QueryChart"];
export type SavedQuery = components["schemas"]["SavedQueryOut"];
type SavedQueryInput = components["schemas"]["SaveQueryRequest"];
export type FileFormat = components["schemas"]["ExportQueryRequest"]["format"];

export const savedQueriesKey = ["/api/admin/analytics/queries"];

export const savedQueriesQuery = () =>
  queryOptions({
    queryKey: savedQueriesKey,
    queryFn: () => bodyOf(api.GET("/api/admin/analytics/queries")),
    staleTime: 30_000,
  });

export const tablesQuery = () =>
  queryOptions({
    queryKey: ["/api/admin/analytics/queries/tables"],
    queryFn: () => bodyOf(api.GET("/api/admin/analytics/queries/tables")),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const runQuery = (sql: string) =>
  bodyOf(api.POST("/api/admin/analytics/queries/run", { body: { sql } }));

export const saveQuery = (body: SavedQueryInput) =>
  bodyOf(api.POST("/api/admin/analytics/queries", { body }));

const of = (query: SavedQuery) => ({ params: { path: { query_id: query.id } } });

export const changeQuery = (query: SavedQuery, changes: Partial<SavedQueryInput>) =>
  bodyOf(
    api.PUT("/api/admin/analytics/queries/{query_id}", {
      ...of(query),
      body: { name: query.name, sql: query.sql, chart: query.chart, ...changes },
    }),
  );

export const deleteQuery = (query: SavedQuery) =>
  api.DELETE("/api/admin/analytics/queries/{query_id}", of(query));

/** Runs the query again and saves its rows as a file. */
export async function exportRows(sql: string, format: FileFormat): Promise<void> {
  const { data } = await api.POST("/api/admin/analytics/queries/export", {
    body: { sql, format },
    parseAs: "blob",
  });
  saveFile(data as unknown as Blob, `query.${format}`);
}
