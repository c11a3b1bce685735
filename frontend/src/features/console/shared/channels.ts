import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

/** Brokers and price feeds, and the cars that they can offer. */
export const channelsQuery = queryOptions({
  queryKey: ["/api/admin/channels"],
  queryFn: () => bodyOf(api.GET("/api/admin/channels")),
  staleTime: 0,
});

type Schemas = components["schemas"];
export type Channel = Schemas["ChannelOut"];
export type ChannelCar = Schemas["ChannelCar"];
export type ChannelValues = Required<Schemas["ChannelRequest"]>;

export const kindNames: Record<Channel["kind"], MessageDescriptor> = {
  broker: msg({ message: "Broker", context: "kind of channel" }),
  price_feed: msg`Price feed`,
};

export const basisNames: Record<Channel["rateBasis"], MessageDescriptor> = {
  gross: msg`Gross: the customer pays you`,
  net: msg`Net: the channel pays you`,
};

export function addChannel(body: ChannelValues) {
  return bodyOf(api.POST("/api/admin/channels", { body }));
}

export function changeChannel(id: string, body: ChannelValues) {
  return bodyOf(api.PUT("/api/admin/channels/{channel_id}", { params: { path: { channel_id: id } }, body }));
}
