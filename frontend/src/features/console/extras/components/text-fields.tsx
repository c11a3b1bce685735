import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LanguageTabs } from "@/components/console/language-tabs";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import { linesOf } from "../rules";

type Texts = Record<string, string | string[]>;

interface Props {
  /** Which fields there are, in their order, with their labels; `lines` are typed one a line. */
  fields: readonly { field: string; label: string; kind: "line" | "text" | "lines" }[];
  item: object & { translations: Record<string, object> };
  errors: Record<string, string>;
  change: (fields: object) => void;
}

/** What an item says, in each language of the company. Where one says nothing, the first language stands in. */
export function TextFields({ fields, item, errors, change }: Props) {
  const [first = "en"] = siteConfig().tenant.languages;
  const [language, choose] = useState(first);
  const isFirst = language === first;
  const original = item as unknown as Texts;
  const said = (each: string) => (item.translations[each] ?? {}) as Texts;
  const texts = isFirst ? original : said(language);
  const put = (field: string, value: string | string[]) =>
    change(
      isFirst
        ? { [field]: value }
        : { translations: { ...item.translations, [language]: { ...said(language), [field]: value } } },
    );
  return (
    <div className="flex flex-col gap-4" lang={language}>
      <LanguageTabs language={language} onChoose={choose} isMissing={(each) => !said(each).label} />
      {fields.map(({ field, label, kind }) => (
        <OneText
          key={field}
          label={label}
          kind={kind}
          value={texts[field] ?? ""}
          placeholder={isFirst ? "" : (original[field] ?? "")}
          error={errors[isFirst ? field : `translations.${language}.${field}`]}
          onChange={(value) => put(field, value)}
        />
      ))}
    </div>
  );
}

interface OneProps {
  label: string;
  kind: "line" | "text" | "lines";
  value: string | string[];
  placeholder: string | string[];
  error: string | undefined;
  onChange: (value: string | string[]) => void;
}

function OneText({ label, kind, value, placeholder, error, onChange }: OneProps) {
  const { t } = useLingui();
  const text = (of: string | string[]) => (Array.isArray(of) ? of.join("\n") : of);
  if (kind === "line") {
    return (
      <TextField
        label={label}
        maxLength={160}
        value={text(value)}
        placeholder={text(placeholder)}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <Field label={kind === "lines" ? t`${label}, one a line` : label} error={error}>
      {(props) => (
        <textarea
          {...props}
          rows={3}
          maxLength={4000}
          className={controlClass()}
          value={text(value)}
          placeholder={text(placeholder)}
          onChange={(event) => onChange(kind === "lines" ? linesOf(event.target.value) : event.target.value)}
        />
      )}
    </Field>
  );
}
