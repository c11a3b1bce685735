import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type CustomerAction = components["schemas"]["CustomerActionOut"];

const pollMilliseconds = 10_000;

export const byCustomerKey = (bookingId: string) => ["/api/admin/bookings/by-customer", bookingId];

/** The customer's own entries and changes of a booking. */
export function byCustomerQuery(bookingId: string) {
  return queryOptions({
    queryKey: byCustomerKey(bookingId),
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/bookings/{booking_id}/by-customer", {
          params: { path: { booking_id: bookingId } },
        }),
      ),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  });
}

export function markSeen(actionId: string) {
  return api.POST("/api/admin/customer-actions/{action_id}/seen", {
    params: { path: { action_id: actionId } },
  });
}

export function licencePicture({ bookingId, pictureId }: CustomerAction): string {
  return `/api/admin/bookings/${bookingId}/licences/${pictureId}`;
}
