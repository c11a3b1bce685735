import { clean } from "@/lib/names";
import { localStore, readJson } from "@/lib/storage";

const key = "referral_code";
const rememberedMilliseconds = 90 * 86_400_000;
const code = /^[A-Za-z0-9][A-Za-z0-9._-]{1,39}$/;

interface Remembered {
  code: string;
  at: number;
}

/**
 * Stores the code of a share link (`?ref=CODE`) for 90 days, the newest one. Without consent only in the page's
 * memory.
 */
export function rememberReferral(search: string, now = Date.now()): void {
  const given = clean(new URLSearchParams(search).get("ref") ?? "");
  if (!code.test(given)) return;
  const kept: Remembered = { code: given.toUpperCase(), at: now };
  localStore.set(key, JSON.stringify(kept));
}

/** The stored code, empty when there is none or it has expired. */
export function rememberedReferral(now = Date.now()): string {
  const kept = readJson<Partial<Remembered>>(localStore, key);
  if (typeof kept?.code !== "string" || !code.test(kept.code)) return "";
  return now - Number(kept.at) <= rememberedMilliseconds ? kept.code : "";
}

/** Called when the visitor refuses to be recognised. */
export function forgetReferral(): void {
  localStore.remove(key);
}
