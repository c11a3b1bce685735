import type { components } from "@/api/schema.gen";

export type SiteConfig = components["schemas"]["SiteConfig"];
export type Car = components["schemas"]["CarInfo"];
/** Addresses of a picture in all its sizes. */
export type SitePicture = components["schemas"]["Picture"];
export type Film = components["schemas"]["Film"];
export type Insurance = components["schemas"]["InsuranceInfo"];
export type Place = components["schemas"]["LocationInfo"];
export type Service = components["schemas"]["ServiceInfo"];

let cached: SiteConfig | undefined;

/** The company's configuration, which the server wrote into the page: no call, no waiting. */
export function siteConfig(): SiteConfig {
  if (!cached) {
    const element = document.getElementById("site-config");
    if (!element?.textContent) throw new Error("The page carries no site configuration.");
    cached = JSON.parse(element.textContent) as SiteConfig;
  }
  return cached;
}

/** Takes the place of the page's own configuration, where there is no page: the build's first screens. */
export function provideSiteConfig(config: SiteConfig): void {
  cached = config;
}

/** Loads the configuration where the page does not carry it: the development server. */
export async function loadSiteConfig(): Promise<void> {
  if (document.getElementById("site-config")?.textContent) return;
  const language = window.location.pathname.split("/")[1] ?? "";
  const answer = await fetch(`/api/site?lang=${encodeURIComponent(language)}`);
  const body = (await answer.json()) as { site: SiteConfig };
  cached = body.site;
}

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
