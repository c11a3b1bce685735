import { localStore, sessionStore } from "@/lib/storage";
import { clickIdNames } from "@/lib/visitors-query";
import { type ClickIds, isClickId } from "./rules";

const cookieDays = 90;
const daySeconds = 86_400;

function cookieName(name: string): string {
  return `cross_domain_${name}`;
}

// Also on the local names that browsers trust without TLS: a sister site's cookie there is Secure, and no other
// may replace or end it.
function secure(): string {
  return window.isSecureContext ? "; Secure" : "";
}

/** Keeps click ids in local storage, session storage and a cookie for 90 days. */
export function storeClickIds(ids: ClickIds): void {
  for (const name of clickIdNames) {
    const value = ids[name];
    if (!value) continue;
    localStore.set(name, value);
    localStore.set(`${name}_stored_at`, String(Date.now()));
    sessionStore.set(name, value);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
    document.cookie = `${cookieName(name)}=${value}; Max-Age=${cookieDays * daySeconds}; Path=/; SameSite=Lax${secure()}`;
  }
}

function fromCookie(name: string): string | undefined {
  const prefix = `${cookieName(name)}=`;
  const found = document.cookie.split("; ").find((part) => part.startsWith(prefix));
  return found?.slice(prefix.length);
}

function fromLocal(name: string): string | null {
  const storedAt = Number(localStore.get(`${name}_stored_at`) ?? "0");
  return Date.now() - storedAt <= cookieDays * daySeconds * 1000 ? localStore.get(name) : null;
}

/** What this browser still knows: session storage, then local storage, then the cross-domain cookie. */
export function storedClickIds(): ClickIds {
  const found: ClickIds = {};
  for (const name of clickIdNames) {
    const value = [sessionStore.get(name), fromLocal(name), fromCookie(name)].find(isClickId);
    if (value) found[name] = value;
  }
  return found;
}

/** Forgets all click ids: consent was refused. */
export function forgetClickIds(): void {
  for (const name of clickIdNames) {
    localStore.remove(name);
    localStore.remove(`${name}_stored_at`);
    sessionStore.remove(name);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
    document.cookie = `${cookieName(name)}=; Max-Age=0; Path=/; SameSite=Lax${secure()}`;
  }
}
