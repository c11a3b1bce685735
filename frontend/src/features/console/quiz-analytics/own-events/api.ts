import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type OwnEvents = components["schemas"]["OwnEventsResponse"];
export type OwnEvent = OwnEvents["events"][number];
export type EventInput = components["schemas"]["OwnEventRequest"];
export type EventTarget = Pick<EventInput, "kind" | "comparison" | "value" | "page">;
export type Recorded = components["schemas"]["SeenMostResponse"];

const path = "/api/quiz/analytics/events";
export const ownEventsKey = [path];

export const ownEventsQuery = queryOptions({
  queryKey: ownEventsKey,
  queryFn: () => bodyOf(api.GET(path)),
  staleTime: 30_000,
});

/** The pages and links that most visits saw and pressed. */
export const recordedQuery = queryOptions({
  queryKey: [`${path}/recorded`],
  queryFn: () => bodyOf(api.GET(`${path}/recorded`)),
  staleTime: 30_000,
});

/** How often what is defined happened. */
export const previewQuery = (target: EventTarget) =>
  queryOptions({
    queryKey: [`${path}/preview`, target],
    queryFn: ({ signal }) => bodyOf(api.GET(`${path}/preview`, { params: { query: target }, signal })),
    enabled: target.value !== "",
    staleTime: 30_000,
  });

const of = (id: string) => ({ params: { path: { event_id: id } } });

export const saveEvent = (body: EventInput, before?: OwnEvent) =>
  before
    ? bodyOf(
        api.PUT(`${path}/{event_id}`, { ...of(before.id), body: { ...body, revision: before.revision } }),
      )
    : bodyOf(api.POST(path, { body }));
export const deleteEvent = (id: string) => bodyOf(api.DELETE(`${path}/{event_id}`, of(id)));
