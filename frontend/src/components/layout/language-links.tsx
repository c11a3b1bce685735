import { useLocation } from "react-router";
import { languageName } from "@/lib/i18n";
import { prefixOf, rememberSiteLanguage } from "@/lib/languages";
import { siteConfig } from "@/lib/site-config";
import { handover } from "@/lib/storage";
import { visitorsQuery } from "@/lib/visitors-query";

/** The same page in another language, with path, query and hash. */
function useUrlIn(): (language: string) => string {
  const { pathname, search, hash } = useLocation();
  return (language) => prefixOf(language) + pathname + visitorsQuery(search) + hash;
}

interface LinkProps {
  language: string;
  className?: string | undefined;
  children?: React.ReactNode;
}

/** A plain link: the other language is a separate page. Data that is only in memory is passed on. */
export function LanguageLink({ language, className, children }: LinkProps) {
  const urlIn = useUrlIn();
  return (
    <a
      href={urlIn(language)}
      lang={language}
      hrefLang={language}
      aria-current={language === siteConfig().tenant.language ? "true" : undefined}
      className={className}
      onClick={(event) => {
        rememberSiteLanguage(language);
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (!opensElsewhere) handover();
      }}
    >
      {children ?? languageName(language)}
    </a>
  );
}

/** Links to the site's languages, each by its own name; nothing for a single language. */
export function LanguageList({ className, itemClass }: { className: string; itemClass: string }) {
  const { languages } = siteConfig().tenant;
  if (languages.length < 2) return null;
  return (
    <ul className={className}>
      {languages.map((language) => (
        <li key={language}>
          <LanguageLink language={language} className={itemClass} />
        </li>
      ))}
    </ul>
  );
}
