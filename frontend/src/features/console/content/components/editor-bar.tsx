import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { LanguageTabs } from "@/components/console/language-tabs";
import { FormMessages } from "@/components/forms/save-bar";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import type { Text } from "../api";
import { forms } from "../forms/forms";
import { shapeOf } from "../rules/texts";
import type { TextForm } from "../use-text-form";

interface Props {
  text: Text;
  draft: TextForm;
}

/** Which language is written in, and saving and publishing: always in sight. */
export function EditorBar({ text, draft }: Props) {
  const { t } = useLingui();
  const { form, language } = draft;
  const { isDirty, isSaving } = form;
  const fields = forms[shapeOf(text.kind)].flatMap((part) => part.fields);
  function nameOf(path: string): string {
    const [each = "", name] = path.split(".");
    const field = fields.find((one) => one.name === name);
    return field ? `${t(field.label)} (${languageName(each)})` : languageName(each);
  }
  const at = text.changed && formatMoment(text.changed.at);
  const by = text.changed?.by;
  return (
    <div className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-snow px-4 py-2 max-md:top-14">
      <LanguageTabs
        language={language}
        onChoose={draft.setLanguage}
        isMissing={(each) => !(each in text.bodies)}
      />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {isDirty ? (
          <Badge look="warning">
            <Trans>Not saved</Trans>
          </Badge>
        ) : text.waits ? (
          <Badge look="good">
            {by ? (
              <Trans>
                Saved by {by}, {at}
              </Trans>
            ) : (
              <Trans>Saved, not yet published</Trans>
            )}
          </Badge>
        ) : null}
        <Button access="draft" look="quiet" disabled={isSaving || !isDirty} onClick={() => void form.save()}>
          <Trans>Save draft</Trans>
        </Button>
        <Button disabled={isSaving || !(isDirty || text.waits)} onClick={() => void draft.publish()}>
          <Trans>Publish</Trans>
        </Button>
        <FormMessages form={form} nameOf={nameOf} />
      </div>
    </div>
  );
}
