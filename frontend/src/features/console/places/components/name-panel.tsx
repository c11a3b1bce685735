import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { LanguageTabs } from "@/components/console/language-tabs";
import { Panel } from "@/components/console/panel";
import { TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import { type Place, pointOf, pointText } from "../rules";

export interface PanelProps {
  place: Place;
  change: (fields: Partial<Place>) => void;
  errors: Record<string, string>;
}

/** What a place is called in each language, and where it is. */
export function NamePanel({ place, change, errors }: PanelProps) {
  const { t } = useLingui();
  const [first = "en"] = siteConfig().tenant.languages;
  const [language, choose] = useState(first);
  const isFirst = language === first;
  const said = (each: string) => ({ name: "", address: "", ...place.translations[each] });
  const texts = isFirst ? place : said(language);
  const put = (fields: { name?: string; address?: string }) =>
    change(
      isFirst
        ? fields
        : { translations: { ...place.translations, [language]: { ...said(language), ...fields } } },
    );
  const path = isFirst ? "" : `translations.${language}.`;
  return (
    <Panel title={t`Name and address`}>
      <div className="flex flex-col gap-4">
        <LanguageTabs language={language} onChoose={choose} isMissing={(each) => !said(each).name} />
        <TextField
          label={t`Name`}
          maxLength={80}
          lang={language}
          value={texts.name}
          placeholder={isFirst ? "" : place.name}
          error={errors[`${path}name`]}
          onChange={(event) => put({ name: event.target.value })}
        />
        <TextField
          label={t`Address`}
          maxLength={300}
          lang={language}
          value={texts.address}
          placeholder={isFirst ? "" : place.address}
          error={errors[`${path}address`]}
          onChange={(event) => put({ address: event.target.value })}
        />
        <PointField place={place} change={change} errors={errors} />
      </div>
    </Panel>
  );
}

function PointField({ place, change, errors }: PanelProps) {
  const { t } = useLingui();
  const stored = pointText(place);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? stored;
  const isWrong = shown !== "" && !pointOf(shown);
  return (
    <div>
      <TextField
        label={t`Point on the map`}
        hint={t`Latitude and longitude, as maps copy them: 46.8533, 9.5290`}
        value={shown}
        error={isWrong ? t`Please give latitude and longitude, or neither` : errors.latitude}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          const point = pointOf(text);
          if (point) change(point);
          else if (text.trim() === "") change({ latitude: null, longitude: null });
        }}
      />
      {stored && (
        <a
          className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline"
          target="_blank"
          rel="noreferrer"
          href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=16/${place.latitude}/${place.longitude}`}
        >
          <ExternalLink aria-hidden size={16} /> <Trans>Look at it on the map</Trans>
        </a>
      )}
    </div>
  );
}
