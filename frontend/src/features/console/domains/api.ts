import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Domain = Schemas["DomainOut"];

/** Asked again while the worker looks at a domain. */
export const domainsQuery = queryOptions({
  queryKey: ["/api/admin/domains"],
  queryFn: () => bodyOf(api.GET("/api/admin/domains")),
  refetchInterval: ({ state }) => {
    const domains = state.data?.domains ?? [];
    if (domains.some((domain) => domain.isBeingChecked)) return 2_000;
    return domains.some((domain) => !domain.isServed) ? 30_000 : false;
  },
  staleTime: 0,
});

const at = (host: string) => ({ params: { path: { host } } });

export function addDomain(host: string) {
  return bodyOf(api.POST("/api/admin/domains", { body: { host } }));
}

export function checkDomain(host: string) {
  return bodyOf(api.POST("/api/admin/domains/{host}/check", at(host)));
}

export function makePrimary(host: string) {
  return bodyOf(api.PUT("/api/admin/domains/{host}/primary", at(host)));
}

export function removeDomain(host: string) {
  return bodyOf(api.DELETE("/api/admin/domains/{host}", at(host)));
}
