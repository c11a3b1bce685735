import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { activeLanguage } from "@/lib/i18n";
import { localStore } from "@/lib/storage";
import type { Login, PayoutEmail, Registration } from "./schema";

export type Dashboard = components["schemas"]["Dashboard"];
export type PayableOn = Dashboard["payableOn"];
export type ReferredBooking = components["schemas"]["DashboardBooking"];

function asAffiliate() {
  // eslint-disable-next-line lingui/no-unlocalized-strings -- the scheme of a header
  return { headers: { authorization: `Bearer ${affiliateToken() ?? ""}` } };
}

/** The affiliate's own figures; refused with 401 when the sign-in has ended. */
export const dashboardQuery = queryOptions({
  queryKey: ["/api/referrers/dashboard"],
  queryFn: async () => (await bodyOf(api.GET("/api/referrers/dashboard", asAffiliate()))).data,
  staleTime: 0,
  gcTime: 0,
});

/** Every booking as CSV, where the dashboard lists only the newest. */
export async function bookingsFile(): Promise<Blob> {
  return (await bodyOf(
    api.GET("/api/referrers/bookings.csv", { ...asAffiliate(), parseAs: "blob" }),
  )) as Blob;
}

/** Opens an account and answers its promo code. */
export async function register(form: Registration): Promise<string> {
  const { confirmPassword: _, ...fields } = form;
  const body = { ...fields, language: activeLanguage() };
  return (await bodyOf(api.POST("/api/referrers/register", { body }))).referrer.promoCode;
}

export async function logIn(form: Login): Promise<void> {
  const body = { ...form, language: activeLanguage() };
  const { token } = await bodyOf(api.POST("/api/referrers/login", { body }));
  keepAffiliateToken(token);
}

export async function changePayoutEmail(body: PayoutEmail): Promise<void> {
  await api.PUT("/api/referrers/payout-address", { ...asAffiliate(), body });
}

export async function logOut(): Promise<void> {
  await api.POST("/api/referrers/logout", asAffiliate());
}

export async function askForReset(email: string): Promise<void> {
  await api.POST("/api/referrers/password-reset", { body: { email } });
}

export async function setNewPassword(token: string, password: string): Promise<void> {
  await api.POST("/api/referrers/password-reset/confirm", { body: { token, password } });
}

// Named so that it is no tracking: an affiliate asked to be signed in (see the storage).
const key = "affiliate_token";

export function affiliateToken(): string | null {
  return localStore.get(key);
}

function keepAffiliateToken(token: string): void {
  localStore.set(key, token);
}

export function forgetAffiliateToken(): void {
  localStore.remove(key);
}

/** An affiliate's link: it fills in the promo code. Visitors may choose another language. */
export function shareLink(promoCode: string): string {
  return `${window.location.origin}/?ref=${encodeURIComponent(promoCode)}`;
}
