import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOutletContext } from "react-router";
import type { components } from "@/api/schema.gen";
import { hasRight, type Right } from "@/features/console/shared/roles";
import { api, bodyOf } from "@/lib/api";
import { ApiError } from "@/lib/errors";

export type Me = components["schemas"]["MeResponse"];

/** Who is signed in; refused with 401 when no one is. */
export const meQuery = queryOptions({
  queryKey: ["/api/admin/me"],
  queryFn: () => bodyOf(api.GET("/api/admin/me")),
});

/** The signed-in admin and their company, for pages within the frame. */
export function useMe(): Me {
  return useOutletContext<Me>();
}

/** Asks whether the signed-in admin has one of some rights. */
export function useMay(): (...wanted: Right[]) => boolean {
  const { rights } = useMe().admin;
  return (...wanted) => hasRight(rights, ...wanted);
}

/** When any call of a page says that no one is signed in any more, ask again who is: the frame leads to the sign-in. */
export function useSignedOutNotice(): void {
  const client = useQueryClient();
  useEffect(() => {
    function look(error: unknown) {
      if (error instanceof ApiError && error.status === 401) void client.resetQueries(meQuery);
    }
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (event.query.queryKey[0] !== meQuery.queryKey[0]) look(event.action.error);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") look(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
}
