import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type CompanyLanguages = components["schemas"]["LanguagesResponse"];
export type LanguageState = CompanyLanguages["offered"][number];
export type SiteText = CompanyLanguages["documents"][number];
export type Choice = Pick<CompanyLanguages, "languages" | "teamLanguage">;

export const languagesKey = ["/api/admin/languages"];

export const languagesQuery = queryOptions({
  queryKey: languagesKey,
  queryFn: () => bodyOf(api.GET("/api/admin/languages")),
  staleTime: 0,
});

export function chooseLanguages(choice: Choice): Promise<CompanyLanguages> {
  return bodyOf(api.PUT("/api/admin/languages", { body: choice }));
}
