import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type ImportedCalendar = Schemas["ImportedCalendarOut"];
type NewImportedCalendar = Schemas["ImportedCalendarRequest"];

const path = "/api/admin/imported-calendars/{calendar_id}";

export const importedCalendarsQuery = queryOptions({
  queryKey: ["/api/admin/imported-calendars"],
  queryFn: async () => (await bodyOf(api.GET("/api/admin/imported-calendars"))).calendars,
  staleTime: 0,
});

const at = (calendar: ImportedCalendar) => ({ params: { path: { calendar_id: calendar.id } } });

export function addCalendar(body: NewImportedCalendar) {
  return bodyOf(api.POST("/api/admin/imported-calendars", { body }));
}

export function renameCalendar(calendar: ImportedCalendar, name: string) {
  return bodyOf(api.PUT(path, { ...at(calendar), body: { name } }));
}

/** Answers the calendar as it is after it was read, or could not be. */
export function readCalendar(calendar: ImportedCalendar) {
  return bodyOf(api.POST("/api/admin/imported-calendars/{calendar_id}/read", at(calendar)));
}

export function deleteCalendar(calendar: ImportedCalendar) {
  return api.DELETE(path, at(calendar));
}
