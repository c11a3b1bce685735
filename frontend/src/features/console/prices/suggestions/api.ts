import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Suggestions = Schemas["PriceSuggestionsResponse"];
export type Cell = Schemas["PriceCell"];
export type Rule = Schemas["PriceRuleOut"];
type Replayed = 30 | 60 | 90 | 365;
export type Days = "30" | "60" | "90";

/** A suggestion, or a price accepted earlier: a model on a day. */
export interface Item {
  car: string;
  name: string;
  day: string;
  cell: Cell;
}

export const suggestionsKey = ["/api/admin/price-suggestions"];

export const suggestionsQuery = (days: Days) =>
  queryOptions({
    queryKey: [...suggestionsKey, days],
    queryFn: () => bodyOf(api.GET("/api/admin/price-suggestions", { params: { query: { days } } })),
    staleTime: 0,
  });

export function itemsOf({ models, days }: Suggestions): Item[] {
  return models.flatMap(({ car, name, cells }) =>
    cells.map((cell, place) => ({ car, name, cell, day: days[place] ?? "" })),
  );
}

export const keyOf = ({ car, day }: Pick<Item, "car" | "day">) => `${car} ${day}`;

/** The same suggestions after ``accepted`` were: their prices, suggested no more. */
export function withAccepted(shown: Suggestions | undefined, accepted: readonly Item[]) {
  if (!shown) return shown;
  const keys = new Set(accepted.map(keyOf));
  const models = shown.models.map((model) => ({
    ...model,
    cells: model.cells.map((cell, place) =>
      cell.suggested !== null && keys.has(keyOf({ car: model.car, day: shown.days[place] ?? "" }))
        ? { ...cell, price: cell.suggested, suggested: null, rule: null, isAccepted: true }
        : cell,
    ),
  }));
  return { ...shown, models };
}

export function acceptPrices(items: readonly Item[]) {
  const body = {
    items: items.map(({ car, day, cell }) => ({
      car,
      day,
      price: cell.price,
      suggested: cell.suggested ?? 0,
    })),
  };
  return bodyOf(api.POST("/api/admin/price-suggestions/accept", { body }));
}

export function undoPrices(items: readonly Item[]) {
  const body = { items: items.map(({ car, day }) => ({ car, day })) };
  return bodyOf(api.POST("/api/admin/price-suggestions/undo", { body }));
}

export function saveRules(revision: string, rules: Rule[]) {
  return bodyOf(api.PUT("/api/admin/price-suggestions/rules", { body: { revision, rules } }));
}

export function replayRules(rules: Rule[], days: Replayed) {
  return bodyOf(api.POST("/api/admin/price-suggestions/replay", { body: { rules, days } }));
}
