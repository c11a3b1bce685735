import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";

const minSearchLength = 3;
const maxSearchLength = 100;

type Schemas = components["schemas"];
export type Quote = Schemas["QuoteForStaffResponse"];
export type QuoteBody = Schemas["QuoteForStaffRequest"];
export type TakeBody = Schemas["TakeBookingRequest"];
export type ChangeBody = Schemas["ChangeBookingRequest"];
type NoShowBody = Schemas["NoShowRequest"];
export type Source = TakeBody["source"];
export type Price = Schemas["PriceOut"];
export type Changes = Schemas["BookingChangesResponse"];

const quoteKey = "/api/admin/bookings/quotes";

/** What a rental costs now, which vehicle it would get, and how the cars stand. Nothing is stored; asked again each time. */
export function quoteQuery(body: QuoteBody | null) {
  return queryOptions({
    queryKey: [quoteKey, body],
    queryFn: async () => {
      await loadServerMessages();
      return bodyOf(api.POST("/api/admin/bookings/quotes", { body: body as QuoteBody }));
    },
    enabled: body !== null,
    staleTime: 0,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export type KnownCustomer = Schemas["CustomerSummary"];

/** Customers by a part of their name, email or phone, those who booked last first. */
export function knownCustomersQuery(search: string) {
  return queryOptions({
    queryKey: ["/api/admin/customers", "known", search],
    queryFn: () => bodyOf(api.GET("/api/admin/customers", { params: { query: { search } } })),
    enabled: search.length >= minSearchLength && search.length <= maxSearchLength,
    staleTime: 0,
  });
}

export async function takeBooking(body: TakeBody) {
  return (await bodyOf(api.POST("/api/admin/bookings", { body }))).booking;
}

export function changeBooking(id: string, body: ChangeBody) {
  return bodyOf(api.PUT("/api/admin/bookings/{booking_id}", { params: { path: { booking_id: id } }, body }));
}

export function markNoShow(id: string, body: NoShowBody) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/no-show", { params: { path: { booking_id: id } }, body }),
  );
}

/** What the desk changed of a booking. Asked again when the booking has changed. */
export function changesQuery({ id, updatedAt }: { id: string; updatedAt: string }) {
  return queryOptions({
    queryKey: ["/api/admin/bookings/{booking_id}/changes", id, updatedAt],
    queryFn: () =>
      bodyOf(api.GET("/api/admin/bookings/{booking_id}/changes", { params: { path: { booking_id: id } } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
