import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Export = Schemas["ExportOut"];

const exportsPath = "/api/admin/accounting/exports";

export const exportsQuery = queryOptions({
  queryKey: [exportsPath],
  queryFn: () => bodyOf(api.GET("/api/admin/accounting/exports")),
  staleTime: 0,
});

export function exportPeriod(body: Schemas["ExportRequest"]) {
  return bodyOf(api.POST("/api/admin/accounting/exports", { body }));
}

/** The formats of an export, by the names of their files. */
export const fileNames = { journal: msg`CSV`, datev: msg`DATEV` } satisfies Record<string, MessageDescriptor>;

export const fileUrl = (number: number, file: keyof typeof fileNames) =>
  `${exportsPath}/${number}/${file}.csv`;
