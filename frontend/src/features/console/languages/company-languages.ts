import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { useChange } from "@/components/console/use-change";
import type { ToastMessage } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";

export type CompanyLanguages = components["schemas"]["LanguagesResponse"];
export type LanguageState = CompanyLanguages["offered"][number];
export type SiteText = CompanyLanguages["documents"][number];
type Choice = Pick<CompanyLanguages, "languages" | "teamLanguage">;

export const languagesKey = ["/api/admin/languages"];

export const languagesQuery = queryOptions({
  queryKey: languagesKey,
  queryFn: () => bodyOf(api.GET("/api/admin/languages")),
  staleTime: 0,
});

function chooseLanguages(choice: Choice): Promise<CompanyLanguages> {
  return bodyOf(api.PUT("/api/admin/languages", { body: choice }));
}

/** Updates language settings optimistically until the server responds. */
export function useChoice(company: CompanyLanguages) {
  const client = useQueryClient();
  const change = useChange({ refresh: languagesKey });
  return (part: Partial<Choice>, done: ToastMessage): Promise<boolean> => {
    const choice = { languages: company.languages, teamLanguage: company.teamLanguage, ...part };
    void client.cancelQueries({ queryKey: languagesKey }, { revert: false });
    client.setQueryData<CompanyLanguages>(languagesKey, { ...company, ...choice });
    return change(
      () => chooseLanguages(choice),
      () => done,
    );
  };
}
