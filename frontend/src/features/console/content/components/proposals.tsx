import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ProposeButton } from "@/features/console/shared/translations/propose-button";
import { contentKey, type Text } from "../api";
import { forms } from "../forms/forms";
import type { Values } from "../rules/fields";
import { missingTexts } from "../rules/proposals";
import { shapeOf } from "../rules/texts";
import type { TextForm } from "../use-text-form";

interface Props {
  text: Text;
  draft: TextForm;
  first: string;
}

/** What is missing in this language, to be filled by machine translation, and what of that no one has checked yet. */
export function Proposals({ text, draft, first }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: contentKey });
  const { language, form } = draft;
  if (language === first) return null;
  const fields = forms[shapeOf(text.kind)].flatMap((part) => part.fields);
  const own = draft.values;
  const missing = missingTexts(fields, (form.values[first] ?? {}) as Values, own, language);
  const unchecked = fields.filter(({ name }) => text.unchecked[language]?.includes(name));
  return (
    <>
      <ProposeButton
        source={first}
        gaps={
          missing.length > 0
            ? [
                {
                  language,
                  texts: missing.map((each) => each.text),
                  fill: (translations) => draft.propose(missing, translations),
                },
              ]
            : []
        }
      />
      {unchecked.length > 0 && (
        <section
          aria-label={t`Machine translation – check`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-panel px-4 py-2 text-sm"
        >
          <Badge look="warning">
            <Trans>Machine translation – check</Trans>
          </Badge>
          {unchecked.map((field) => {
            const label = t(field.label);
            return (
              <span key={field.name} className="flex items-center gap-1">
                {label}
                <Button
                  look="plain"
                  className="min-h-11 px-3"
                  disabled={form.isDirty || form.isSaving}
                  onClick={() =>
                    void change(
                      () => draft.confirm(language, field.name),
                      () => ({ title: t`Saved` }),
                    )
                  }
                >
                  <Trans>
                    Confirm<span className="sr-only"> {label}</span>
                  </Trans>
                </Button>
              </span>
            );
          })}
        </section>
      )}
    </>
  );
}
