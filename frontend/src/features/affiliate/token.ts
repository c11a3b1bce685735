import { accountStore } from "@/lib/storage";

const key = "affiliate_token";

export function affiliateToken(): string | null {
  return accountStore.get(key);
}

export function keepAffiliateToken(token: string): void {
  accountStore.set(key, token);
}

export function forgetAffiliateToken(): void {
  accountStore.remove(key);
}
