import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Webhook = Schemas["WebhookOut"];
export type WebhookChange = Required<Schemas["WebhookRequest"]>;
export type EventType = WebhookChange["events"][number];
export type Delivery = Schemas["DeliveryOut"];
export type DeliveryState = Delivery["state"];
export type Attempt = Delivery["attempts"][number];

export const webhooksQuery = queryOptions({
  queryKey: ["/api/admin/webhooks"],
  queryFn: () => bodyOf(api.GET("/api/admin/webhooks")),
  staleTime: 0,
});

export const eventNames: Record<EventType, MessageDescriptor> = {
  "booking.created": msg`Booking created`,
  "booking.confirmed": msg`Booking confirmed`,
  "booking.changed": msg`Booking changed`,
  "booking.cancelled": msg`Booking cancelled`,
  "booking.started": msg`Rental started`,
  "booking.completed": msg`Rental completed`,
  "payment.received": msg`Payment received`,
  "payment.refunded": msg`Payment refunded`,
  "invoice.issued": msg`Invoice issued`,
  "vehicle.blocked": msg`Vehicle blocked`,
  "lead.created": msg`Lead created`,
  "quiz.completed": msg`Quiz completed`,
  "affiliate.payout": msg`Commission paid out`,
  "alert.opened": msg`Alert fired`,
  "alert.resolved": msg`Alert resolved`,
};
export const eventTypes = Object.keys(eventNames) as EventType[];

export const deliveryStates: Record<DeliveryState, MessageDescriptor> = {
  pending: msg({ message: "Pending", context: "state of a webhook delivery" }),
  delivered: msg({ message: "Delivered", context: "state of a webhook delivery" }),
  failed: msg({ message: "Failed", context: "state of a webhook delivery" }),
};

const at = (webhookId: string) => ({ params: { path: { webhook_id: webhookId } } });
// Not below the list's key: those of a deleted webhook are not asked for when the list is.
export const deliveriesKey = (webhookId: string) => ["/api/admin/webhooks/deliveries", webhookId];

export const deliveriesQuery = (webhookId: string, state?: DeliveryState, eventType?: string) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(webhookId), state, eventType],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/webhooks/{webhook_id}/deliveries", {
          params: {
            path: { webhook_id: webhookId },
            query: {
              ...(state && { state }),
              ...(eventType && { eventType }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
    // What is pending is delivered within seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.deliveries.some((each) => each.state === "pending")) ? 3000 : false,
  });

export function addWebhook(body: WebhookChange) {
  return bodyOf(api.POST("/api/admin/webhooks", { body }));
}

export function changeWebhook(webhookId: string, body: WebhookChange) {
  return bodyOf(api.PUT("/api/admin/webhooks/{webhook_id}", { ...at(webhookId), body }));
}

export function deleteWebhook(webhookId: string) {
  return api.DELETE("/api/admin/webhooks/{webhook_id}", at(webhookId));
}

export function rotateSecret(webhookId: string) {
  return bodyOf(api.POST("/api/admin/webhooks/{webhook_id}/secret", at(webhookId)));
}

export function sendTestEvent(webhookId: string) {
  return api.POST("/api/admin/webhooks/{webhook_id}/test", at(webhookId));
}

export function resend(webhookId: string, deliveryId: string) {
  return api.POST("/api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", {
    params: { path: { webhook_id: webhookId, delivery_id: deliveryId } },
  });
}

export function replay(webhookId: string, body: Required<Schemas["ReplayRequest"]>) {
  return bodyOf(api.POST("/api/admin/webhooks/{webhook_id}/replay", { ...at(webhookId), body }));
}
