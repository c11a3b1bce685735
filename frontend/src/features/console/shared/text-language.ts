import { activeLanguage } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";

/** Asks for a company's texts in the console's language; for those of its first language nothing need be asked. */
export function inLanguage(): { lang?: string } {
  const language = activeLanguage();
  return language === siteConfig().tenant.languages[0] ? {} : { lang: language };
}
