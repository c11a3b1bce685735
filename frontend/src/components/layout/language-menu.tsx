import { Trans } from "@lingui/react/macro";
import { ChevronDown, Globe } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { activeLanguage, languageName } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import { LanguageList } from "./language-links";

/** What opens the list of languages: on a phone the language's code, beside it the room is narrow. */
export function LanguageButton() {
  const language = activeLanguage();
  return (
    <>
      <Globe aria-hidden size={18} className="shrink-0 max-[22rem]:hidden" />
      <span className="sr-only">
        <Trans>Language:</Trans>
      </span>
      <span className="uppercase md:hidden">{language}</span>
      <span className="max-md:hidden">{languageName(language)}</span>
      <ChevronDown aria-hidden size={16} className="shrink-0 transition-transform group-open:rotate-180" />
    </>
  );
}

export const languageButtonClass =
  "flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-full px-2.5 text-sm font-semibold text-ink hover:bg-ink/5 [&::-webkit-details-marker]:hidden";

/** The choice of language in the header, opened by the browser's own means. */
export function LanguageMenu(): ReactNode {
  const box = useRef<HTMLDetailsElement>(null);
  if (siteConfig().tenant.languages.length < 2) return null;
  function closeOnBlur(event: FocusEvent) {
    const next = event.relatedTarget;
    if (next instanceof Node && !box.current?.contains(next)) box.current?.removeAttribute("open");
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !box.current?.open) return;
    box.current.removeAttribute("open");
    box.current.querySelector("summary")?.focus();
  }
  return (
    <details ref={box} className="group relative" onBlur={closeOnBlur} onKeyDown={closeOnEscape}>
      <summary className={languageButtonClass}>
        <LanguageButton />
      </summary>
      <LanguageList
        className="absolute right-0 z-30 mt-1 min-w-40 animate-appear rounded-2xl border border-line bg-panel p-1.5 shadow-card"
        itemClass="flex min-h-11 items-center rounded-xl px-3.5 font-medium whitespace-nowrap text-ink hover:bg-stone aria-[current]:bg-sky aria-[current]:font-bold"
      />
    </details>
  );
}
