import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { activeLanguage, changeLanguage, rememberLanguage } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import { type Me, meQuery } from "./session";

/** Shows the console in another language from now on, also the next time on this device. */
export async function chooseLanguage(language: string): Promise<boolean> {
  try {
    await changeLanguage(language);
  } catch (error) {
    toast({ kind: "destructive", title: t`Couldn't change the language`, description: sentenceOf(error) });
    return false;
  }
  rememberLanguage(language);
  return true;
}

/** The same for the signed-in user, on every device. */
export function useOwnLanguage(): (language: string) => Promise<void> {
  const client = useQueryClient();
  return async (language) => {
    if (!(await chooseLanguage(language))) return;
    client.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, admin: { ...me.admin, language } });
    try {
      await api.PUT("/api/admin/account/language", { body: { language } });
    } catch (error) {
      toast({
        kind: "destructive",
        title: t`Your language is saved on this device only`,
        description: sentenceOf(error),
      });
    }
  };
}

/** Changes to the language of the signed-in user. Returns whether the page uses it. */
export function useLanguageOf(me: Me | undefined): boolean {
  const { i18n } = useLingui();
  const wanted = me?.admin.language ?? i18n.locale;
  useEffect(() => {
    if (wanted !== i18n.locale) void chooseLanguage(wanted);
  }, [wanted, i18n]);
  return wanted === i18n.locale;
}

/** Asks for a company's texts in the console's language; for those of its first language nothing need be asked. */
export function inLanguage(): { lang?: string } {
  const language = activeLanguage();
  return language === siteConfig().tenant.languages[0] ? {} : { lang: language };
}
