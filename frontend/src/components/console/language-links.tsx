import { useLingui } from "@lingui/react/macro";
import { languageName, productLanguages } from "@/lib/i18n";

/** The languages, each by its own name, as small as befits a page that is about something else. */
export function LanguageLinks({ onChoose }: { onChoose: (language: string) => void }) {
  const { t, i18n } = useLingui();
  return (
    <fieldset className="flex max-w-sm flex-wrap justify-center gap-x-1 text-sm">
      <legend className="sr-only">{t`Language`}</legend>
      {productLanguages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => onChoose(language)}
          className="min-h-11 rounded-xl px-3 text-slate underline-offset-4 hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {languageName(language)}
        </button>
      ))}
    </fieldset>
  );
}
