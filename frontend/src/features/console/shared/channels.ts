import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";

/** Brokers and price feeds, and the cars that they can offer. */
export const channelsQuery = queryOptions({
  queryKey: ["/api/admin/channels"],
  queryFn: () => bodyOf(api.GET("/api/admin/channels")),
  staleTime: 0,
});
