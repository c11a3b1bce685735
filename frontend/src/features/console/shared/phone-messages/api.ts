import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type PhoneThread = components["schemas"]["BookingPhoneMessagesResponse"];
export type PhoneMessage = PhoneThread["messages"][number];
export type PhoneConsent = PhoneThread["consents"][number];
type Channel = PhoneConsent["channel"];

const path = "/api/admin/bookings/{booking_id}/phone-messages";
const pollMilliseconds = 10_000;
const inboxMilliseconds = 60_000;

export function phoneThreadQuery(bookingId: string) {
  return queryOptions({
    queryKey: [path, bookingId],
    queryFn: () => bodyOf(api.GET(path, { params: { path: { booking_id: bookingId } } })),
    // Replies come at any time.
    refetchInterval: ({ state }) => (state.data?.consents.length ? pollMilliseconds : false),
    staleTime: 0,
  });
}

export function writePhoneMessage(bookingId: string, channel: Channel, text: string) {
  return bodyOf(api.POST(path, { params: { path: { booking_id: bookingId } }, body: { channel, text } }));
}

export function resendPhoneMessage(bookingId: string, messageId: string) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/phone-messages/{phone_message_id}/resend", {
      params: { path: { booking_id: bookingId, phone_message_id: messageId } },
    }),
  );
}

export function setPhoneConsent(bookingId: string, channel: Channel, isOptedIn: boolean) {
  return bodyOf(
    api.PUT("/api/admin/bookings/{booking_id}/phone-consent", {
      params: { path: { booking_id: bookingId } },
      body: { channel, isOptedIn },
    }),
  );
}

export type InboxMessage = components["schemas"]["PhoneInboxMessageOut"];

export const phoneInboxQuery = queryOptions({
  queryKey: ["/api/admin/phone-inbox"],
  queryFn: async () => (await bodyOf(api.GET("/api/admin/phone-inbox"))).messages,
  staleTime: 0,
  refetchInterval: inboxMilliseconds,
});

export function handleInbound(messageId: string, reference: string) {
  return bodyOf(
    api.POST("/api/admin/phone-inbox/{inbound_id}", {
      params: { path: { inbound_id: messageId } },
      body: reference ? { reference } : {},
    }),
  );
}
