import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type SupportAccess = components["schemas"]["SupportAccessResponse"];
export type SupportSession = components["schemas"]["SupportSessionOut"];
export type SupportCall = components["schemas"]["SupportCallOut"];

const POLL_MS = 10_000;

export const supportQuery = queryOptions({
  queryKey: ["/api/admin/support-access"],
  queryFn: () => bodyOf(api.GET("/api/admin/support-access")),
  staleTime: 0,
  // While someone looks, or may begin to.
  refetchInterval: (query) =>
    query.state.data?.sessions.some(({ state }) => ["waiting", "ready", "running"].includes(state)) &&
    POLL_MS,
});

export const callsQuery = (supportId: string) =>
  queryOptions({
    queryKey: ["/api/admin/support-access/calls", supportId],
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/support-access/{support_id}/calls", {
          params: { path: { support_id: supportId } },
        }),
      ),
    staleTime: 0,
  });

export function changeAccess(access: SupportAccess["access"]) {
  return bodyOf(api.PUT("/api/admin/support-access", { body: { access } }));
}

export function decide(sessionId: string, accept: boolean, drafts = false) {
  return bodyOf(api.POST("/api/admin/support-access/decision", { body: { sessionId, accept, drafts } }));
}

export function endAccess(sessionId: string) {
  return bodyOf(api.POST("/api/admin/support-access/end", { body: { sessionId } }));
}
