import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { languageName } from "@/lib/i18n";

interface Props {
  languages: string[];
  texts: Record<string, string>;
  onChange: (texts: Record<string, string>) => void;
}

/** What the picture shows, in each language of the site: read out to who cannot see it, and by search engines. */
export function AltTexts({ languages, texts, onChange }: Props) {
  const { t } = useLingui();
  return (
    <fieldset className="flex flex-col gap-3 border-0">
      <legend className="text-sm text-slate">
        <Trans>Describe the image for people who can't see it and for search engines.</Trans>
      </legend>
      {languages.map((language) => (
        <TextField
          key={language}
          label={languageName(language)}
          lang={language}
          hint={texts[language]?.trim() ? undefined : t`Missing`}
          value={texts[language] ?? ""}
          maxLength={300}
          onChange={(event) => onChange({ ...texts, [language]: event.target.value })}
        />
      ))}
    </fieldset>
  );
}
