import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LanguageTabs } from "@/components/console/language-tabs";
import { Panel } from "@/components/console/panel";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import type { PanelProps } from "../rules";
import { linesOf, type Texts, textsOf, withTexts } from "../rules";

/** What the car says, in each language of the company. Where one says nothing, the first language stands in. */
export function TextsPanel({ car, change, errors }: PanelProps) {
  const { t } = useLingui();
  const [first = "en"] = siteConfig().tenant.languages;
  const [language, choose] = useState(first);
  const isFirst = language === first;
  const texts: Pick<Texts, "title" | "description" | "specs"> = isFirst ? car : textsOf(car, language);
  const put = (fields: Partial<Texts>) =>
    change(isFirst ? fields : { translations: withTexts(car, language, fields) });
  const path = isFirst ? "" : `translations.${language}.`;
  return (
    <Panel title={t`Texts`}>
      <LanguageTabs language={language} onChoose={choose} isMissing={(each) => !textsOf(car, each).title} />
      <div className="mt-4 flex flex-col gap-4" lang={language}>
        <TextField
          label={t`Title`}
          maxLength={160}
          value={texts.title}
          placeholder={isFirst ? "" : car.title}
          error={errors[`${path}title`]}
          onChange={(event) => put({ title: event.target.value })}
        />
        <Field label={t`Description`} error={errors[`${path}description`]}>
          {(props) => (
            <textarea
              {...props}
              rows={5}
              maxLength={4000}
              className={controlClass()}
              value={texts.description}
              placeholder={isFirst ? "" : car.description}
              onChange={(event) => put({ description: event.target.value })}
            />
          )}
        </Field>
        <Field label={t`Short facts, one a line`} error={errors[`${path}specs`] ?? errors[`${path}specs.0`]}>
          {(props) => (
            <textarea
              {...props}
              rows={6}
              className={controlClass()}
              value={texts.specs.join("\n")}
              placeholder={isFirst ? "" : car.specs.join("\n")}
              onChange={(event) => put({ specs: linesOf(event.target.value) })}
            />
          )}
        </Field>
      </div>
    </Panel>
  );
}
