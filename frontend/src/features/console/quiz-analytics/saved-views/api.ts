import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type SavedView = components["schemas"]["SavedViewOut"];
export type SavedViewInput = components["schemas"]["SaveViewRequest"];

export const savedViewsKey = ["/api/quiz/analytics/views"];

export const savedViewsQuery = () =>
  queryOptions({
    queryKey: savedViewsKey,
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/views")),
    staleTime: 30_000,
  });

export const saveView = (body: SavedViewInput) => bodyOf(api.POST("/api/quiz/analytics/views", { body }));

const of = (view: SavedView) => ({ params: { path: { view_id: view.id } } });

export const changeView = (view: SavedView, changes: Partial<SavedViewInput>) =>
  bodyOf(
    api.PUT("/api/quiz/analytics/views/{view_id}", {
      ...of(view),
      body: { name: view.name, parameters: view.parameters, isShared: view.isShared, ...changes },
    }),
  );

export const deleteView = (view: SavedView) => api.DELETE("/api/quiz/analytics/views/{view_id}", of(view));

export const makeLink = (view: SavedView, days: number) =>
  bodyOf(api.POST("/api/quiz/analytics/views/{view_id}/links", { ...of(view), body: { days } }));

export const withdrawLink = (view: SavedView, linkId: string) =>
  api.DELETE("/api/quiz/analytics/views/{view_id}/links/{link_id}", {
    params: { path: { view_id: view.id, link_id: linkId } },
  });
