import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { messageTextRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { controlClass, Field as FieldFrame, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
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
} from "../api";
import { type Field, inserted, isSame, typedOf, unknownIn } from "../rules";
import { PlaceholderList } from "./placeholder-list";
import { Preview } from "./preview";

interface Props {
  messages: Messages;
  occasion: Occasion;
  text: MessageText;
}

/** Subject, heading, text and button of a message, beside what becomes of them. */
export function TextForm({ messages, occasion, text }: Props) {
  const { t } = useLingui();
  const { admin } = useMe();
  const client = useQueryClient();
  const change = useChange({ refresh: messagesQuery.queryKey });
  const stored = typedOf(text);
  const form = useForm({ defaultValues: stored, mode: "onChange" });
  const { errors, isSubmitting, isValid } = form.formState;
  const typed = form.watch();
  const [last, setLast] = useState<Field>("body");
  const area = useRef<HTMLFormElement>(null);
  const { language, revision } = text;
  const { onSubmit, problem } = useSubmit(form, async (values) => {
    client.setQueryData(messagesQuery.queryKey, await keepText(occasion, language, { ...values, revision }));
    toast({ title: t`Saved. It is sent from now on.` });
  });
  const isUnchanged = isSame(typed, stored);
  const register = (field: Field, isNeeded: boolean) =>
    form.register(field, {
      validate: (value) => {
        if (isNeeded && !value.trim()) return t`Please write something`;
        const unknown = unknownIn(value, messages.placeholders).join(", ");
        return unknown ? t`There is no placeholder ${unknown}` : true;
      },
    });
  const insert = (name: string) => {
    const control = area.current?.elements.namedItem(last) as HTMLInputElement | HTMLTextAreaElement | null;
    if (!control) return;
    const { value, selectionStart, selectionEnd } = control;
    const put = inserted(value, `{${name}}`, selectionStart ?? value.length, selectionEnd ?? value.length);
    form.setValue(last, put.text, { shouldValidate: true });
    control.focus();
    control.setSelectionRange(put.at, put.at);
  };
  const frame = (field: Field) => ({ maxLength: limits[field].maxLength, error: errors[field]?.message });
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <Panel title={t`Text`}>
        <form
          ref={area}
          noValidate
          lang={language}
          className="grid gap-4"
          onSubmit={onSubmit}
          onFocus={({ target }) => "name" in target && target.name in stored && setLast(target.name as Field)}
        >
          <TextField label={t`Subject`} {...frame("subject")} {...register("subject", true)} />
          <TextField label={t`Heading`} {...frame("heading")} {...register("heading", true)} />
          <FieldFrame
            label={t`Text`}
            hint={t`An empty line begins a paragraph.`}
            error={errors.body?.message}
          >
            {(props) => (
              <textarea
                rows={9}
                maxLength={limits.body.maxLength}
                className={controlClass("resize-y")}
                {...register("body", true)}
                {...props}
              />
            )}
          </FieldFrame>
          {stored.button !== "" || occasion !== "cancelled" ? (
            <TextField label={t`Button`} {...frame("button")} {...register("button", false)} />
          ) : null}
          <PlaceholderList names={messages.placeholders} onInsert={insert} />
          <FormProblem text={problem} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" disabled={isSubmitting || isUnchanged || !isValid}>
              <Trans>Save</Trans>
            </Button>
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
                    () => ({ title: t`This is our text again` }),
                  )
                }
              >
                <Trans>Use our text</Trans>
              </Button>
            )}
          </div>
        </form>
      </Panel>
      <Preview occasion={occasion} language={language} text={typed} />
    </div>
  );
}
