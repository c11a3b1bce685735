import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Settings = Schemas["SettingsResponse"];
type CompanyBasics = Schemas["CompanyBasics"];
export type Contacts = Schemas["ContactSettings"];
export type Rental = Schemas["RentalSettings"];
export type Terms = Schemas["TermsSettings"];
type Commission = Schemas["CommissionSettings"];
type Privacy = Schemas["PrivacySettings"];
export type NotificationChange = Schemas["NotificationRequest"];
export type BotCheckChange = Schemas["BotCheckRequest"];
type AddressServices = Schemas["AddressServiceSettings"];
type Embed = Schemas["EmbedSettings"];
type Clock = Schemas["ClockSettings"];
export type Channel = Schemas["TestRequest"]["channel"];

export const settingsQuery = queryOptions({
  queryKey: ["/api/admin/settings"],
  queryFn: () => bodyOf(api.GET("/api/admin/settings")),
  staleTime: 0,
});

/** Each section is sent whole, with the revision that was looked at. */
export const put = {
  company: (body: CompanyBasics) => bodyOf(api.PUT("/api/admin/settings/company", { body })),
  contacts: (body: Contacts) => bodyOf(api.PUT("/api/admin/settings/contacts", { body })),
  rental: (body: Rental) => bodyOf(api.PUT("/api/admin/settings/rental", { body })),
  terms: (body: Terms) => bodyOf(api.PUT("/api/admin/settings/terms", { body })),
  commission: (body: Commission) => bodyOf(api.PUT("/api/admin/settings/commission", { body })),
  privacy: (body: Privacy) => bodyOf(api.PUT("/api/admin/settings/privacy", { body })),
  notifications: (body: NotificationChange) => bodyOf(api.PUT("/api/admin/settings/notifications", { body })),
  botCheck: (body: BotCheckChange) => bodyOf(api.PUT("/api/admin/settings/bot-check", { body })),
  addressServices: (body: AddressServices) =>
    bodyOf(api.PUT("/api/admin/settings/address-services", { body })),
  embed: (body: Embed) => bodyOf(api.PUT("/api/admin/settings/embed", { body })),
  clock: (body: Clock) => bodyOf(api.PUT("/api/admin/settings/clock", { body })),
};

export function startTest(channel: Channel) {
  return bodyOf(api.POST("/api/admin/settings/notifications/tests", { body: { channel } }));
}

/** Asked again until the worker has sent it. */
export const testQuery = (id: string) =>
  queryOptions({
    queryKey: ["/api/admin/settings/notifications/tests", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/settings/notifications/tests/{test_id}", { params: { path: { test_id: id } } }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" || !state.data ? 1000 : false),
    staleTime: 0,
  });
