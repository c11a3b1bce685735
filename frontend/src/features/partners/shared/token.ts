import { localStore } from "@/lib/storage";

// Named so that it is no tracking: an affiliate asked to be signed in (see the storage).
const key = "affiliate_token";

export function affiliateToken(): string | null {
  return localStore.get(key);
}

export function keepAffiliateToken(token: string): void {
  localStore.set(key, token);
}

export function forgetAffiliateToken(): void {
  localStore.remove(key);
}
