import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LanguageTabs } from "@/components/console/language-tabs";
import { Panel } from "@/components/console/panel";
import { TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import type { Season } from "../rules";

interface Props {
  season: Season;
  change: (fields: Partial<Season>) => void;
  errors: Record<string, string>;
}

/** What a season is called in each language, and its days. */
export function SeasonDaysPanel({ season, change, errors }: Props) {
  const { t } = useLingui();
  const [first = "en"] = siteConfig().tenant.languages;
  const [language, choose] = useState(first);
  const said = (each: string) => season.translations[each]?.name ?? "";
  const put = (name: string) =>
    change(
      language === first ? { name } : { translations: { ...season.translations, [language]: { name } } },
    );
  return (
    <Panel title={t`Name and days`}>
      <div className="flex flex-col gap-4">
        <LanguageTabs language={language} onChoose={choose} isMissing={(each) => !said(each)} />
        <TextField
          label={t`Name`}
          lang={language}
          maxLength={80}
          value={language === first ? season.name : said(language)}
          placeholder={season.name}
          error={errors[language === first ? "name" : `translations.${language}.name`]}
          onChange={(event) => put(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            type="date"
            label={t`First day`}
            value={season.starts}
            error={errors.starts}
            onChange={(event) => change({ starts: event.target.value })}
          />
          <TextField
            type="date"
            label={t`Last day`}
            min={season.starts}
            value={season.ends}
            error={errors.ends ?? errors[""]}
            onChange={(event) => change({ ends: event.target.value })}
          />
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={season.everyYear}
            onChange={(event) => change({ everyYear: event.target.checked })}
          />
          <Trans>Every year on these days</Trans>
        </label>
      </div>
    </Panel>
  );
}
