import { useQueryClient } from "@tanstack/react-query";
import { useChange } from "@/components/console/use-change";
import type { ToastMessage } from "@/components/ui/toast";
import { type Choice, type CompanyLanguages, chooseLanguages, languagesKey } from "./api";

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
