import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";

/** Who is signed in; refused with 401 when nobody is. */
export const meQuery = queryOptions({
  queryKey: ["/api/admin/me"],
  queryFn: () => bodyOf(api.GET("/api/admin/me")),
});
