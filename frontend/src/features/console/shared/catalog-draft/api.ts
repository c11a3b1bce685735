import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Draft = Schemas["CatalogDraftResponse"];
export type ItemChange = Schemas["CatalogItemChangeOut"];
export type Version = Schemas["CatalogVersionOut"];
export type Preview = Schemas["CatalogPreviewResponse"];
export type ImportAnswer = Schemas["CatalogImportResponse"];

/** What each part of the catalogue consists of; the last three are edited as a whole, under the key "all". */
export interface Items {
  cars: Required<Schemas["CarItem"]>;
  locations: Required<Schemas["PlaceItem"]>;
  handoverPlaces: Required<Schemas["HandoverPlaceItem"]>;
  insurance: Required<Schemas["InsuranceItem"]>;
  services: Required<Schemas["ServiceItem"]>;
  seasons: Required<Schemas["SeasonItem"]>;
  deliveryFees: Schemas["DeliveryFeeItem"][];
  drivingTimes: Schemas["DrivingTimeItem"][];
  priceRules: Required<Schemas["PriceRulesItem"]>;
}
export type Part = keyof Items;
export type Keyed = Exclude<Part, "deliveryFees" | "drivingTimes" | "priceRules">;

/** An item as the draft has it; null when it is taken out. `live` is what visitors see, where that differs. */
export interface Entry<P extends Part> extends Omit<Schemas["CatalogDraftEntry"], "item" | "live" | "part"> {
  part: P;
  item: Items[P] | null;
  live: Items[P] | null;
}

export interface ItemName {
  part: string;
  key: string;
}

export const draftKey = ["/api/admin/catalog"];

export const draftQuery = queryOptions({
  queryKey: [...draftKey, "draft"],
  queryFn: () => bodyOf(api.GET("/api/admin/catalog/draft")),
  staleTime: 0,
});

export const changesQuery = queryOptions({
  queryKey: [...draftKey, "changes"],
  queryFn: () => bodyOf(api.GET("/api/admin/catalog/draft/changes")).then((body) => body.changes),
  staleTime: 0,
});

/** The items of a part in the order in which visitors see them; those that are taken out come last. */
export function entriesOf<P extends Part>(draft: Draft, part: P): Entry<P>[] {
  const own = draft.items.filter((entry) => entry.part === part) as unknown as Entry<P>[];
  return own.toSorted((first, second) => positionOf(first) - positionOf(second));
}

function positionOf({ item }: { item: unknown }): number {
  if (item === null) return Number.MAX_SAFE_INTEGER;
  return (item as { position?: number }).position ?? 0;
}

export function changeItem(part: Part, key: string, revision: string, item: unknown): Promise<Draft> {
  const body = { revision, item: item as Record<string, unknown> | unknown[] };
  return bodyOf(
    api.PATCH("/api/admin/catalog/draft/{part}/{key}", { params: { path: { part, key } }, body }),
  );
}

export function addItem<P extends Keyed>(part: P, item: Partial<Items[P]>): Promise<Draft> {
  const body = { item: item as Record<string, unknown> };
  return bodyOf(api.POST("/api/admin/catalog/draft/{part}", { params: { path: { part } }, body }));
}

export function removeItem(part: Keyed, key: string, revision: string): Promise<Draft> {
  const params = { path: { part, key }, query: { revision } };
  return bodyOf(api.DELETE("/api/admin/catalog/draft/{part}/{key}", { params }));
}

/** Drops what is not published of these items, or of all. */
export function discardItems(items: ItemName[] | null): Promise<Draft> {
  return bodyOf(api.POST("/api/admin/catalog/draft/discard", { body: { items } }));
}

/** Without a day, now. */
export function publishDraft(body: Schemas["CatalogPublishRequest"]): Promise<Draft> {
  return bodyOf(api.POST("/api/admin/catalog/draft/publish", { body }));
}

export function unplanDraft(): Promise<Draft> {
  return bodyOf(api.POST("/api/admin/catalog/draft/unplan"));
}

export function previewPrice(body: Schemas["CatalogPreviewRequest"]): Promise<Preview> {
  return bodyOf(api.POST("/api/admin/catalog/preview", { body }));
}
