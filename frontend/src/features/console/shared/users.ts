import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type User = components["schemas"]["UserOut"];
export type Invitation = components["schemas"]["InvitationOut"];
export type Roles = components["schemas"]["RolesResponse"];
export type CustomRole = components["schemas"]["CustomRoleOut"];

export const usersQuery = queryOptions({
  queryKey: ["/api/admin/users"],
  queryFn: () => bodyOf(api.GET("/api/admin/users")),
  staleTime: 0,
});

/** The built-in roles and the company's own, which are counted with their users. */
export const rolesQuery = queryOptions({
  queryKey: [...usersQuery.queryKey, "roles"],
  queryFn: () => bodyOf(api.GET("/api/admin/roles")),
  staleTime: 0,
});
