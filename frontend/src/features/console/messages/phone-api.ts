import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type PhoneChannels = Schemas["PhoneChannelsResponse"];
export type PhoneChannel = PhoneChannels["channels"][number];
type ChannelBody = Schemas["PhoneChannelRequest"];
type TemplateBody = Schemas["PhoneTemplateRequest"];
export type Template = PhoneChannel["templates"][number];

const path = "/api/admin/phone-channels/{channel}";
const textPath = "/api/admin/phone-channels/{channel}/texts/{occasion}/{language}";

export const phoneChannelsQuery = queryOptions({
  queryKey: ["/api/admin/phone-channels"],
  queryFn: () => bodyOf(api.GET("/api/admin/phone-channels")),
  staleTime: 0,
});

export function keepChannel(channel: PhoneChannel["channel"], body: ChannelBody) {
  return bodyOf(api.PUT(path, { params: { path: { channel } }, body }));
}

export function dropChannel(channel: PhoneChannel["channel"]) {
  return api.DELETE(path, { params: { path: { channel } } });
}

type Place = Pick<Template, "occasion" | "language"> & Pick<PhoneChannel, "channel">;

export function keepTemplate(place: Place, body: TemplateBody) {
  return bodyOf(api.PUT(textPath, { params: { path: place }, body }));
}

export function dropTemplate(place: Place) {
  return api.DELETE(textPath, { params: { path: place } });
}
