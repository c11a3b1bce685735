import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type MeasureUsage = components["schemas"]["UsageOut"];

export const planUsageQuery = queryOptions({
  queryKey: ["/api/admin/plan-usage"],
  queryFn: () => bodyOf(api.GET("/api/admin/plan-usage")),
  staleTime: 0,
});
