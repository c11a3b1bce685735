import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type CalendarFeed = Schemas["CalendarFeedOut"];
type NewCalendarFeed = Required<Schemas["CalendarFeedRequest"]>;

export const calendarFeedsQuery = queryOptions({
  queryKey: ["/api/admin/calendar-feeds"],
  queryFn: async () => (await bodyOf(api.GET("/api/admin/calendar-feeds"))).feeds,
  staleTime: 0,
});

const at = (feed: CalendarFeed) => ({ params: { path: { feed_id: feed.id } } });

/** Answers the secret URL, which is shown once. */
export async function addFeed(body: NewCalendarFeed) {
  return (await bodyOf(api.POST("/api/admin/calendar-feeds", { body }))).url;
}

/** Answers the new URL. */
export async function rotateFeed(feed: CalendarFeed) {
  return (await bodyOf(api.POST("/api/admin/calendar-feeds/{feed_id}/rotate", at(feed)))).url;
}

export function deleteFeed(feed: CalendarFeed) {
  return api.DELETE("/api/admin/calendar-feeds/{feed_id}", at(feed));
}
