import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type ApiKey = Schemas["ApiKeyOut"];
export type Scope = ApiKey["scopes"][number];
export type NewKey = Schemas["NewApiKeyResponse"];

export const apiKeysQuery = queryOptions({
  queryKey: ["/api/admin/api-keys"],
  queryFn: () => bodyOf(api.GET("/api/admin/api-keys")),
});

/** Every scope with what it allows, reading before writing. */
export const scopeNames: Record<Scope, MessageDescriptor> = {
  "bookings:read": msg`Read bookings, quotes and availability`,
  "bookings:write": msg`Create, change, confirm and cancel bookings`,
  "vehicles:read": msg`Read vehicles`,
  "vehicles:write": msg`Block vehicles`,
  "customers:read": msg`Read customers`,
  "payments:read": msg`Read payments and invoices`,
  "reports:read": msg`Read rental reports`,
  "analytics:read": msg`Read quiz figures`,
  "webhooks:read": msg`Read webhooks`,
  "webhooks:write": msg`Manage webhooks`,
};

const at = (key: ApiKey) => ({ params: { path: { key_id: key.id } } });

export function createKey(body: Schemas["ApiKeyRequest"]) {
  return bodyOf(api.POST("/api/admin/api-keys", { body }));
}

export function rotateKey(key: ApiKey) {
  return bodyOf(api.POST("/api/admin/api-keys/{key_id}/rotate", at(key)));
}

export function revokeKey(key: ApiKey) {
  return api.DELETE("/api/admin/api-keys/{key_id}", at(key));
}

export function saveMaxDays(maxDays: number) {
  return bodyOf(api.PUT("/api/admin/api-keys/settings", { body: { maxDays } }));
}
