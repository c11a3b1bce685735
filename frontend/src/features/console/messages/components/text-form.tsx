import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { messageTextRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { AreaInput, TextInput } from "@/components/forms/fields";
import { SaveBar } from "@/components/forms/save-bar";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/features/console/shared/session";
import {
  keepText,
  type Messages,
  type MessageText,
  messagesQuery,
  type Occasion,
  resetText,
  sendTest,
  type TextBody,
} from "../api";
import { type Field, inserted, typedOf, unknownIn } from "../rules";
import { PlaceholderList } from "./placeholder-list";
import { Preview } from "./preview";

const fields: readonly Field[] = ["subject", "heading", "body", "button"];

interface Props {
  messages: Messages;
  occasion: Occasion;
  text: MessageText;
}

/** Subject, heading, text and button of a message, beside what becomes of them. */
export function TextForm({ messages, occasion, text }: Props) {
  const { t } = useLingui();
  const { admin } = useMe();
  const change = useChange({ refresh: messagesQuery.queryKey });
  const { language, revision } = text;
  const form = useVersionedForm<Messages, Required<TextBody>, number>({
    query: messagesQuery,
    data: messages,
    read(stored) {
      const { texts = [] } = stored.occasions.find((each) => each.occasion === occasion) ?? {};
      const found = texts.find((each) => each.language === language) ?? text;
      return { values: typedOf(found), revision: found.revision };
    },
    save: (values, base) => keepText(occasion, language, { ...values, revision: base }),
    onSaved: () => toast({ title: t`Saved. It is sent from now on.` }),
    leaves: (from, to) => from.pathname !== to.pathname || from.search !== to.search,
  });
  const typed = form.values;
  const [last, setLast] = useState<Field>("body");
  const area = useRef<HTMLFormElement>(null);
  function problemOf(value: unknown, isNeeded: boolean): string | undefined {
    const words = String(value ?? "");
    if (isNeeded && !words.trim()) return t`Please enter a message`;
    const unknown = unknownIn(words, messages.placeholders).join(", ");
    return unknown ? t`There is no placeholder ${unknown}` : undefined;
  }
  const isNeeded = (field: Field) => field !== "button";
  const isValid = fields.every((field) => !problemOf(typed[field], isNeeded(field)));
  const bound = (field: Field) => ({
    control: form.control,
    name: field,
    maxLength: limits[field].maxLength,
    validate: (value: unknown) => problemOf(value, isNeeded(field)),
  });
  const insert = (name: string) => {
    const control = area.current?.elements.namedItem(last) as HTMLInputElement | HTMLTextAreaElement | null;
    if (!control) return;
    const { value, selectionStart, selectionEnd } = control;
    const put = inserted(value, `{${name}}`, selectionStart ?? value.length, selectionEnd ?? value.length);
    flushSync(() => form.set(last, put.text));
    control.focus();
    control.setSelectionRange(put.at, put.at);
  };
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <Panel title={t`Text`}>
        <form
          ref={area}
          noValidate
          lang={language}
          className="grid gap-4"
          onSubmit={form.onSubmit}
          onFocus={({ target }) => "name" in target && target.name in typed && setLast(target.name as Field)}
        >
          <TextInput label={t`Subject`} {...bound("subject")} />
          <TextInput label={t`Heading`} {...bound("heading")} />
          <AreaInput
            label={t`Text`}
            hint={t`An empty line begins a paragraph.`}
            rows={9}
            {...bound("body")}
          />
          {text.button !== "" || occasion !== "cancelled" ? (
            <TextInput label={t`Button`} {...bound("button")} />
          ) : null}
          <PlaceholderList names={messages.placeholders} onInsert={insert} />
          <SaveBar form={form} isWrong={!isValid}>
            <Button
              look="quiet"
              disabled={!isValid}
              onClick={() =>
                void change(
                  () => sendTest(occasion, language, typed),
                  () => ({ title: t`Sent to ${{ email: admin.email }}` }),
                )
              }
            >
              <Trans>Send me a test</Trans>
            </Button>
            {revision > 0 && (
              <Button
                look="plain"
                onClick={() =>
                  void change(
                    () => resetText(occasion, language, revision),
                    () => ({ title: t`Default text restored` }),
                  )
                }
              >
                <Trans>Restore default</Trans>
              </Button>
            )}
          </SaveBar>
        </form>
      </Panel>
      <Preview occasion={occasion} language={language} text={typed} />
    </div>
  );
}
