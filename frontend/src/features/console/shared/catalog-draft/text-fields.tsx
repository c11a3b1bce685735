import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Control, FieldValues, Path } from "react-hook-form";
import { Badge } from "@/components/console/badge";
import { LanguageTabs } from "@/components/console/language-tabs";
import { AreaInput, LinesInput, TextInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import { ProposeButton } from "@/features/console/shared/translations/propose-button";
import { siteConfig } from "@/lib/site-config";
import { gapsOf, isUnchecked, type Translations, withChecked, withProposals } from "./proposals";

interface Text {
  field: string;
  label: string;
  /** Several lines, or a list that is typed one item a line. */
  kind?: "text" | "lines";
  maxLength?: number;
}

interface Props<T extends FieldValues> {
  form: Pick<VersionedForm<T>, "values" | "update"> & { control: Control<T> };
  /** In their order. A language without the first is marked as missing. */
  texts: readonly Text[];
}

/** What an item says, in each language of the company. A missing text falls back to the first language. */
export function TextFields<T extends FieldValues>({ form, texts }: Props<T>) {
  const { t } = useLingui();
  const { control, values } = form;
  const { languages } = siteConfig().tenant;
  const [first = "en", ...others] = languages;
  const [language, choose] = useState(first);
  const isFirst = language === first;
  const translations: Translations = values.translations ?? {};
  const placeholder = (field: string) => (isFirst ? "" : [values[field] ?? ""].flat().join("\n"));
  const update = (change: (now: Translations) => Translations) =>
    form.update("translations" as Path<T>, (now) => change(now ?? {}) as typeof now);
  const gaps = gapsOf(
    values,
    others,
    texts.map((each) => each.field),
  );
  return (
    <div className="flex flex-col gap-4" lang={language}>
      <div className="flex flex-wrap items-center gap-2">
        <LanguageTabs
          language={language}
          onChoose={choose}
          isMissing={(each) => !translations[each]?.[texts[0]?.field ?? ""]}
          isUnchecked={(each) => texts.some(({ field }) => isUnchecked(translations, each, field))}
        />
        <ProposeButton
          source={first}
          gaps={gaps.map((gap) => ({
            language: gap.language,
            texts: gap.parts.map((part) => part.text),
            fill: (proposals) => update((now) => withProposals(now, gap, proposals)),
          }))}
        />
      </div>
      {texts.map(({ field, label, kind, maxLength }) => {
        const name = (isFirst ? field : `translations.${language}.${field}`) as Path<T>;
        const check = () => update((now) => withChecked(now, language, field));
        const isMarked = !isFirst && isUnchecked(translations, language, field);
        const bound = {
          control,
          name,
          label,
          placeholder: placeholder(field),
          onEdit: isMarked ? check : undefined,
        };
        return (
          <div key={name} className="flex flex-col gap-2">
            {kind === "lines" ? (
              <LinesInput {...bound} label={t`${label}, one a line`} rows={4} />
            ) : kind === "text" ? (
              <AreaInput {...bound} rows={4} maxLength={maxLength ?? 4000} />
            ) : (
              <TextInput {...bound} maxLength={maxLength ?? 160} />
            )}
            {isMarked && <UncheckedMark label={label} onConfirm={check} />}
          </div>
        );
      })}
    </div>
  );
}

/** Beside a machine translation until someone edits it or confirms it here. */
function UncheckedMark({ label, onConfirm }: { label: string; onConfirm: () => void }) {
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-2">
      <Badge look="warning">
        <Trans>Machine translation – check</Trans>
      </Badge>
      <Button look="plain" className="min-h-11 px-3" onClick={onConfirm}>
        <Trans>
          Confirm<span className="sr-only"> {label}</span>
        </Trans>
      </Button>
    </div>
  );
}
