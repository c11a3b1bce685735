import { siteConfig } from "@/lib/site-config";

/** The address that opens a chat with the company, with a text to begin with; null when it offers none. */
export function chatUrl(text: string): string | null {
  const { chatNumber, chatUrlBase } = siteConfig().contacts;
  if (!chatNumber || !chatUrlBase) return null;
  return `${chatUrlBase}${chatNumber}?text=${encodeURIComponent(text)}`;
}

/** What a phone dials when a number is pressed. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`;
}
