import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Control, FieldValues, Path } from "react-hook-form";
import { LanguageTabs } from "@/components/console/language-tabs";
import { AreaInput, LinesInput, TextInput } from "@/components/forms/fields";
import { siteConfig } from "@/lib/site-config";

interface Text {
  field: string;
  label: string;
  /** Several lines, or a list that is typed one item a line. */
  kind?: "text" | "lines";
  maxLength?: number;
}

interface Props<T extends FieldValues> {
  control: Control<T>;
  values: T;
  /** In their order. A language without the first is marked as missing. */
  texts: readonly Text[];
}

/** What an item says, in each language of the company. A missing text falls back to the first language. */
export function TextFields<T extends FieldValues>({ control, values, texts }: Props<T>) {
  const { t } = useLingui();
  const [first = "en"] = siteConfig().tenant.languages;
  const [language, choose] = useState(first);
  const isFirst = language === first;
  const placeholder = (field: string) => (isFirst ? "" : [values[field] ?? ""].flat().join("\n"));
  return (
    <div className="flex flex-col gap-4" lang={language}>
      <LanguageTabs
        language={language}
        onChoose={choose}
        isMissing={(each) => !values.translations?.[each]?.[texts[0]?.field ?? ""]}
      />
      {texts.map(({ field, label, kind, maxLength }) => {
        const name = (isFirst ? field : `translations.${language}.${field}`) as Path<T>;
        const bound = { control, name, label, placeholder: placeholder(field) };
        if (kind === "lines")
          return <LinesInput key={name} {...bound} label={t`${label}, one a line`} rows={4} />;
        if (kind === "text")
          return <AreaInput key={name} {...bound} rows={4} maxLength={maxLength ?? 4000} />;
        return <TextInput key={name} {...bound} maxLength={maxLength ?? 160} />;
      })}
    </div>
  );
}
