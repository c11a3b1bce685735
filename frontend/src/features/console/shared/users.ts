import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type User = components["schemas"]["UserOut"];
export type Invitation = components["schemas"]["InvitationOut"];
export type Role = User["role"];

/** What each role may do, as it is explained to whoever gives it. */
export const roles: { value: Role; label: string; explanation: string }[] = [
  { value: "owner", label: "Owner", explanation: "Everything, people and customers' data too." },
  { value: "manager", label: "Manager", explanation: "Bookings, affiliates, payouts, visits, figures." },
  { value: "analyst", label: "Analyst", explanation: "Reads the figures, sees no customers." },
];

export const usersQuery = queryOptions({
  queryKey: ["/api/admin/users"],
  queryFn: () => bodyOf(api.GET("/api/admin/users")),
  staleTime: 0,
});
