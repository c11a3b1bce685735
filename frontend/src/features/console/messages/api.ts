import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Messages = components["schemas"]["MessagesResponse"];
export type OccasionMessage = Messages["occasions"][number];
export type Occasion = OccasionMessage["occasion"];
export type MessageText = OccasionMessage["texts"][number];
export type Settings = Messages["settings"];
export type SettingsBody = components["schemas"]["MessageSettingsRequest"];
export type TextBody = components["schemas"]["MessageTextRequest"];

const key = "/api/admin/messages";

export const messagesQuery = queryOptions({
  queryKey: [key],
  queryFn: () => bodyOf(api.GET(key)),
  staleTime: 0,
});

export function settleMessages(body: SettingsBody): Promise<Messages> {
  return bodyOf(api.PUT("/api/admin/messages/settings", { body }));
}

export function keepText(
  occasion: Occasion,
  language: string,
  body: TextBody & { revision: number },
): Promise<Messages> {
  const params = { path: { occasion, language } };
  return bodyOf(api.PUT("/api/admin/messages/texts/{occasion}/{language}", { params, body }));
}

export function resetText(occasion: Occasion, language: string, revision: number): Promise<Messages> {
  const params = { path: { occasion, language } };
  return bodyOf(
    api.POST("/api/admin/messages/texts/{occasion}/{language}/reset", { params, body: { revision } }),
  );
}

/** How a text would look; the last answer stays while the next one is made. */
export function previewQuery(occasion: Occasion, language: string, body: TextBody) {
  const params = { path: { occasion, language } };
  return queryOptions({
    queryKey: [key, "preview", occasion, language, body],
    queryFn: () =>
      bodyOf(api.POST("/api/admin/messages/texts/{occasion}/{language}/preview", { params, body })),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
}

export function sendTest(occasion: Occasion, language: string, body: TextBody) {
  const params = { path: { occasion, language } };
  return api.POST("/api/admin/messages/texts/{occasion}/{language}/test", { params, body });
}

export function setReportsSecret(secret: string) {
  return bodyOf(api.PUT("/api/admin/messages/reports-secret", { body: secret ? { secret } : {} }));
}

export function dropReportsSecret() {
  return api.DELETE("/api/admin/messages/reports-secret");
}
