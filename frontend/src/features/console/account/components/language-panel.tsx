import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { useOwnLanguage } from "@/features/console/shared/language";
import { languageName, productLanguages } from "@/lib/i18n";

/** The console language. Each is listed by its own name; a change applies immediately. */
export function LanguagePanel() {
  const { t, i18n } = useLingui();
  const choose = useOwnLanguage();
  return (
    <Panel title={t`Language`} description={t`For the console and the emails it sends you.`}>
      <fieldset className="grid gap-2 min-[24rem]:grid-cols-2 sm:grid-cols-4">
        <legend className="sr-only">{t`Language`}</legend>
        {productLanguages.map((language) => (
          <label
            key={language}
            lang={language}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-xl border border-line px-3 has-checked:border-pine has-checked:bg-stone"
          >
            <input
              type="radio"
              name="language"
              className="size-4 shrink-0 accent-pine"
              checked={i18n.locale === language}
              onChange={() => void choose(language)}
            />
            {languageName(language)}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
