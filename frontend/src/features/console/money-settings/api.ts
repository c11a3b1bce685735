import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";

type Schemas = components["schemas"];
export type Seller = Schemas["SellerOut"];
type SellerChange = Schemas["SellerData"];
export type Accounting = Schemas["AccountingSettingsResponse"];
export type StripeState = Schemas["StripeResponse"];

export const sellerQuery = queryOptions({
  queryKey: ["/api/admin/seller"],
  queryFn: () => bodyOf(api.GET("/api/admin/seller")),
  staleTime: 0,
});

export const stripeQuery = queryOptions({
  queryKey: ["/api/admin/stripe"],
  queryFn: async () => {
    // What went wrong is a sentence of the server.
    const [answer] = await Promise.all([bodyOf(api.GET("/api/admin/stripe")), loadServerMessages()]);
    return answer;
  },
  staleTime: 0,
});

export const accountingQuery = queryOptions({
  queryKey: ["/api/admin/accounting/settings"],
  queryFn: () => bodyOf(api.GET("/api/admin/accounting/settings")),
  staleTime: 0,
});

export type Numbering = Schemas["NumberingResponse"];
export type NumberedKind = Schemas["NumberingOut"]["kind"];

/** How invoices and credit notes are numbered. */
export const numberingQuery = queryOptions({
  queryKey: ["/api/admin/invoice-numbering"],
  queryFn: () => bodyOf(api.GET("/api/admin/invoice-numbering")),
  staleTime: 0,
});

export function changeNumbering(kind: NumberedKind, body: Schemas["NumberingRequest"]) {
  return bodyOf(api.PUT("/api/admin/invoice-numbering/{kind}", { params: { path: { kind } }, body }));
}

export function changeAccounting(body: Schemas["AccountingData"]) {
  return bodyOf(api.PUT("/api/admin/accounting/settings", { body }));
}

export function changeSeller(body: SellerChange) {
  return bodyOf(api.PUT("/api/admin/seller", { body }));
}

export function setStripe(body: Schemas["StripeRequest"]) {
  return api.PUT("/api/admin/stripe", { body });
}

export function setStripeOptions(body: Schemas["StripeOptions"]) {
  return api.PUT("/api/admin/stripe/options", { body });
}

/** Where the owner goes on at Stripe. */
export function connectStripe() {
  return bodyOf(api.POST("/api/admin/stripe/connection"));
}

export function returnFromStripe(state: string) {
  return api.POST("/api/admin/stripe/connection/return", { body: { state } });
}

export function dropStripe() {
  return api.DELETE("/api/admin/stripe");
}
