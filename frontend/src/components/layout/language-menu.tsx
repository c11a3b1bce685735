import { Trans } from "@lingui/react/macro";
import { ChevronDown, Globe } from "lucide-react";
import type { ReactNode } from "react";
import { activeLanguage, languageName } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import { HeaderMenu, menuItemClass, menuListClass } from "./header-menu";
import { LanguageList } from "./language-links";

/** What opens the list of languages: on a phone the language's code alone, beside it the room is narrow. */
export function LanguageButton() {
  const language = activeLanguage();
  return (
    <>
      <Globe aria-hidden size={18} className="shrink-0 max-sm:hidden" />
      <span className="sr-only">
        <Trans>Language:</Trans>
      </span>
      <span className="uppercase md:hidden">{language}</span>
      <span className="max-md:hidden">{languageName(language)}</span>
      <ChevronDown
        aria-hidden
        size={16}
        className="shrink-0 transition-transform max-sm:hidden group-open:rotate-180"
      />
    </>
  );
}

/** The choice of language in the header. */
export function LanguageMenu(): ReactNode {
  if (siteConfig().tenant.languages.length < 2) return null;
  return (
    <HeaderMenu button={<LanguageButton />}>
      <LanguageList className={menuListClass} itemClass={menuItemClass} />
    </HeaderMenu>
  );
}
