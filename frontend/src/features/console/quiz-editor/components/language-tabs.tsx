import { useLingui } from "@lingui/react/macro";
import { Tabs } from "radix-ui";
import { languageName } from "@/lib/i18n";

interface Props {
  languages: readonly string[];
  language: string;
  onChange: (language: string) => void;
}

/** The languages of the site, the first one first: the quiz is written in it, others may say the same. */
export function LanguageTabs({ languages, language, onChange }: Props) {
  const { t } = useLingui();
  if (languages.length < 2) return null;
  return (
    <Tabs.Root value={language} onValueChange={onChange}>
      <Tabs.List aria-label={t`Language of the texts`} className="flex flex-wrap gap-1">
        {languages.map((code) => (
          <Tabs.Trigger
            key={code}
            value={code}
            lang={code}
            className="min-h-11 rounded-full border border-line px-4 text-sm font-semibold data-[state=active]:border-pine data-[state=active]:bg-pine data-[state=active]:text-on-pine"
          >
            {languageName(code)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}
