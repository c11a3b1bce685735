import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type User = components["schemas"]["UserOut"];
export type Invitation = components["schemas"]["InvitationOut"];

export const usersQuery = queryOptions({
  queryKey: ["/api/admin/users"],
  queryFn: () => bodyOf(api.GET("/api/admin/users")),
  staleTime: 0,
});
