import { useLingui } from "@lingui/react/macro";
import { languageName } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";

interface Props {
  language: string;
  onChoose: (language: string) => void;
  /** Whether a language has no text yet; not called for the default language. */
  isMissing?: (language: string) => boolean;
  /** Whether a language has machine translations that no one has checked. */
  isUnchecked?: (language: string) => boolean;
}

/** One tab per language of the company, primary language first. Renders nothing for a single language. */
export function LanguageTabs({ language, onChoose, isMissing, isUnchecked }: Props) {
  const { t } = useLingui();
  const { languages } = siteConfig().tenant;
  if (languages.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t`Language`}</legend>
      {languages.map((each, index) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === language}
          onClick={() => onChoose(each)}
          className="min-h-11 rounded-xl px-3 text-sm font-semibold text-slate hover:bg-stone aria-pressed:bg-stone aria-pressed:text-ink"
        >
          <span lang={each}>{languageName(each)}</span>
          {index > 0 && isMissing?.(each) && (
            <span className="ml-1 font-normal text-danger">{t`missing`}</span>
          )}
          {index > 0 && isUnchecked?.(each) && (
            <span className="ml-1 font-normal text-slate">
              {t({ message: "check", context: "translation" })}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
