import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";
import { activeLanguage } from "@/lib/i18n";
import { type SiteConfig, siteConfig } from "@/lib/site-config";

/** Asks for a company's texts in the console's language; for those of its first language nothing need be asked. */
export function inLanguage(): { lang?: string } {
  const language = activeLanguage();
  return language === siteConfig().tenant.languages[0] ? {} : { lang: language };
}

/** The company in the console's language: what its places, insurance and services are called. */
export function useCompanyTexts(): SiteConfig {
  const query = inLanguage();
  const { data } = useQuery({
    queryKey: ["/api/site", query],
    queryFn: () => bodyOf(api.GET("/api/site", { params: { query } })),
    enabled: query.lang !== undefined,
  });
  return data?.site ?? siteConfig();
}
