import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import type { Items } from "@/features/console/shared/catalog-draft/api";
import {
  type Draft,
  draftKey,
  type ImportAnswer,
  type ItemName,
} from "@/features/console/shared/catalog-draft/api";
import { api, bodyOf } from "@/lib/api";

type ImportFile = components["schemas"]["CatalogImportRequest"];

export const versionsQuery = infiniteQueryOptions({
  queryKey: [...draftKey, "versions"],
  queryFn: ({ pageParam }) =>
    bodyOf(api.GET("/api/admin/catalog/versions", { params: { query: { below: pageParam } } })),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.nextBelow,
});

export const versionQuery = (number: number) =>
  queryOptions({
    queryKey: [...draftKey, "versions", number],
    queryFn: () =>
      bodyOf(api.GET("/api/admin/catalog/versions/{number}", { params: { path: { number } } })).then(
        (body) => body.changes,
      ),
    // What was published does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Takes back what a version changed, in these items or all, by publishing a new one. */
export function takeBack(number: number, items: ItemName[] | null): Promise<Draft> {
  const body = { items, to: "before" as const };
  return bodyOf(
    api.POST("/api/admin/catalog/versions/{number}/restore", { params: { path: { number } }, body }),
  );
}

export function importFile(body: ImportFile): Promise<ImportAnswer> {
  return bodyOf(api.POST("/api/admin/catalog/import", { body }));
}

export type Car = Items["cars"];

/** What a day costs at least. */
export function lowestRate({ baseRate, rates }: Pick<Car, "baseRate" | "rates">): number {
  return rates.length === 0 ? baseRate : Math.min(...rates.map(({ dailyRate }) => dailyRate));
}
