import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";

export type FileUrlsByKind = components["schemas"]["ConversionFileUrls"];
export type Counts = components["schemas"]["ConversionCounts"];

export const conversionsQuery = queryOptions({
  queryKey: ["/api/admin/conversions"],
  queryFn: async () => {
    // Why nothing was sent is a sentence of the server.
    const [answer] = await Promise.all([bodyOf(api.GET("/api/admin/conversions")), loadServerMessages()]);
    return answer;
  },
  staleTime: 0,
});

export function renameConversion(conversionName: string) {
  return api.PUT("/api/admin/conversions", { body: { conversionName } });
}

export function setHashedEmail(sendsHashedEmail: boolean) {
  return api.PUT("/api/admin/conversions/hashed-email", { body: { sendsHashedEmail } });
}

export function createUrls() {
  return bodyOf(api.POST("/api/admin/conversions/file-urls"));
}

export function deleteUrls() {
  return api.DELETE("/api/admin/conversions/file-urls");
}

export type Sending = NonNullable<components["schemas"]["ConversionsResponse"]["sending"]>;
type SenderChange = components["schemas"]["ConversionSenderRequest"];

export function setSender(body: SenderChange) {
  return api.PUT("/api/admin/conversions/sender", { body });
}

export function dropSender() {
  return api.DELETE("/api/admin/conversions/sender");
}
