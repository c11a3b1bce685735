import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type BookingMessages = components["schemas"]["BookingMessagesResponse"];
export type SentMessage = BookingMessages["messages"][number];

const pollMilliseconds = 10_000;

/** What the customer of a booking was sent. Pending ones are sent automatically and the list updates. */
export function bookingMessagesQuery(bookingId: string) {
  return queryOptions({
    queryKey: ["/api/admin/bookings/{booking_id}/messages", bookingId],
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/bookings/{booking_id}/messages", {
          params: { path: { booking_id: bookingId } },
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.messages.some((each) => each.state === "pending") ? pollMilliseconds : false,
    staleTime: 0,
  });
}

export function resendMessage(bookingId: string, messageId: string) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/messages/{message_id}/resend", {
      params: { path: { booking_id: bookingId, message_id: messageId } },
    }),
  );
}
