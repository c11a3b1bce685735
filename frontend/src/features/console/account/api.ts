import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Session = components["schemas"]["SessionOut"];

export const sessionsQuery = queryOptions({
  queryKey: ["/api/admin/account/sessions"],
  queryFn: () => bodyOf(api.GET("/api/admin/account/sessions")),
  staleTime: 0,
});

export const secondFactorQuery = queryOptions({
  queryKey: ["/api/admin/account/second-factor"],
  queryFn: () => bodyOf(api.GET("/api/admin/account/second-factor")),
  staleTime: 0,
});
