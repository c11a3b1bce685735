import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Currencies = components["schemas"]["CurrenciesResponse"];
export type Supported = Currencies["supported"][number];
export type Rate = Currencies["history"][number];
export type Held = Currencies["held"][number];
export type NewRate = components["schemas"]["NewRateRequest"];

export const currenciesKey = ["/api/admin/currencies"];

export const currenciesQuery = queryOptions({
  queryKey: currenciesKey,
  queryFn: () => bodyOf(api.GET("/api/admin/currencies")),
  staleTime: 0,
});

export function addRate(body: NewRate): Promise<Currencies> {
  return bodyOf(api.POST("/api/admin/currencies/rates", { body }));
}

export function switchDaily(isOn: boolean): Promise<Currencies> {
  return bodyOf(api.PUT("/api/admin/currencies/daily", { body: { isOn } }));
}

export function decideHeld({ currency, rate }: Held, decision: "accept" | "dismiss"): Promise<Currencies> {
  const params = { path: { currency } };
  return bodyOf(api.POST("/api/admin/currencies/held/{currency}", { params, body: { decision, rate } }));
}

export function chooseShown(currencies: string[]): Promise<Currencies> {
  return bodyOf(api.PUT("/api/admin/currencies/shown", { body: { currencies } }));
}
