import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Calendar = Schemas["CalendarResponse"];
export type Bar = Schemas["Bar"];
export type Unassigned = Schemas["UnassignedBooking"];
type Move = Schemas["MoveRequest"];

interface Shown {
  from: string;
  days: number;
  carId?: string | undefined;
  location?: string | undefined;
}

const pollMilliseconds = 30_000;
export const calendarKey = ["/api/admin/calendar"];

/** What vehicles are taken for in a period of whole days. */
export function calendarQuery({ from, days, carId, location }: Shown) {
  const query = { from, days, ...(carId ? { carId } : {}), ...(location ? { location } : {}) };
  return queryOptions({
    queryKey: [...calendarKey, query],
    queryFn: () => bodyOf(api.GET("/api/admin/calendar", { params: { query } })),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Gives a booking another vehicle, or none; the answer has the request that takes it back. */
export function moveBooking(body: Move) {
  return bodyOf(api.POST("/api/admin/calendar/moves", { body }));
}
