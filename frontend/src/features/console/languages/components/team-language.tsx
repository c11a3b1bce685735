import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { SelectField } from "@/components/ui/field";
import { languageName } from "@/lib/i18n";
import type { CompanyLanguages } from "../company-languages";
import { useChoice } from "../company-languages";

/** The language of messages to the team, which need not be one of the site's. */
export function TeamLanguage({ company }: { company: CompanyLanguages }) {
  const { t } = useLingui();
  const choose = useChoice(company);
  const first = languageName(company.languages[0] ?? "");
  function change(language: string) {
    const name = languageName(language || (company.languages[0] ?? ""));
    void choose({ teamLanguage: language || null }, { title: t`Team messages are in ${name}` });
  }
  return (
    <Panel
      title={t`Your team`}
      description={t`New bookings and other news, by email and in your chat, come in this language.`}
    >
      <SelectField
        label={t`Language of messages`}
        value={company.teamLanguage ?? ""}
        onChange={(event) => change(event.target.value)}
      >
        <option value="">{t`Same as site: ${first}`}</option>
        {company.offered.map(({ language }) => (
          <option key={language} value={language} lang={language}>
            {languageName(language)}
          </option>
        ))}
      </SelectField>
    </Panel>
  );
}
