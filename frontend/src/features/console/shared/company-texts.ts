import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";
import { type SiteConfig, siteConfig } from "@/lib/site-config";

type CompanyTexts = Pick<SiteConfig, "locations" | "insurance" | "services">;

const siteQuery = (lang: string) =>
  queryOptions({
    queryKey: ["/api/site", lang],
    queryFn: async () => (await bodyOf(api.GET("/api/site", { params: { query: { lang } } }))).site,
  });

/** Names of places, insurance and services in the user's language, or in the company's primary language. */
export function useCompanyTexts(): CompanyTexts {
  const { i18n } = useLingui();
  const own = siteConfig();
  const { language, languages } = own.tenant;
  const isOther = i18n.locale !== language && languages.includes(i18n.locale);
  const { data } = useQuery({ ...siteQuery(i18n.locale), enabled: isOther });
  return (isOther && data) || own;
}
