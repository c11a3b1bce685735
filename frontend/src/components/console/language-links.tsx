import { useLingui } from "@lingui/react";
import { languageName, productLanguages } from "@/lib/i18n";

/** The languages, each by its own name, as small as befits a page that is about something else. The page brings the label: its texts have a catalogue of their own. */
export function LanguageLinks({ label, onChoose }: { label: string; onChoose: (language: string) => void }) {
  const { i18n } = useLingui();
  return (
    <fieldset className="flex max-w-sm flex-wrap justify-center gap-x-1 text-sm">
      <legend className="sr-only">{label}</legend>
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
