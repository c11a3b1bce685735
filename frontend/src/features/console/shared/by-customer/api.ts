import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type CustomerAction = components["schemas"]["CustomerActionOut"];
export type SecondDriver = components["schemas"]["SecondDriver"];

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

/** Replaces the second driver; null removes them. `seenAt`: the details' version that was looked at. */
export function saveSecondDriver(
  bookingId: string,
  secondDriver: components["schemas"]["SecondDriverOfDesk"] | null,
  seenAt: string | null,
) {
  return bodyOf(
    api.PUT("/api/admin/bookings/{booking_id}/second-driver", {
      params: { path: { booking_id: bookingId } },
      body: { secondDriver, seenAt },
    }),
  );
}

export function markSeen(actionId: string) {
  return api.POST("/api/admin/customer-actions/{action_id}/seen", {
    params: { path: { action_id: actionId } },
  });
}

export function licencePicture({ bookingId, pictureId }: CustomerAction): string {
  return `/api/admin/bookings/${bookingId}/driver-documents/${pictureId}`;
}
