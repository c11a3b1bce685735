import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { messageSettingsRequestLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { type Messages, messagesQuery, settleMessages } from "../api";
import { settingsWith } from "../rules";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** When reminder and thanks are sent, and where the thanks lead. */
export function TimingForm({ messages }: { messages: Messages }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { reminderHour, thanksDays, reviewUrl } = messages.settings;
  const form = useForm({
    defaultValues: { reminderHour: String(reminderHour), thanksDays: String(thanksDays), reviewUrl },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const off = messages.occasions.filter((each) => !each.isOn).map((each) => each.occasion);
  const { onSubmit, problem } = useSubmit(form, async (typed) => {
    const changes = {
      reminderHour: Number(typed.reminderHour),
      thanksDays: Number(typed.thanksDays),
      reviewUrl: typed.reviewUrl.trim(),
    };
    const answer = await settleMessages(settingsWith(messages.settings, off, changes));
    client.setQueryData(messagesQuery.queryKey, answer);
    toast({ title: t`Saved` });
  });
  const { minimum, maximum } = messageSettingsRequestLimits.thanksDays;
  const range = t`A whole number from ${minimum} to ${maximum}`;
  return (
    <Panel title={t`When and where to`}>
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <SelectField label={t`Reminder, the day before at`} {...form.register("reminderHour")}>
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {`${String(hour).padStart(2, "0")}:00`}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Thanks, days after the return`}
          inputMode="numeric"
          className="max-w-24"
          error={errors.thanksDays?.message}
          {...form.register("thanksDays", {
            validate: (typed) =>
              (/^\d{1,2}$/.test(typed.trim()) && Number(typed) >= minimum && Number(typed) <= maximum) ||
              range,
          })}
        />
        <TextField
          label={t`Page for reviews`}
          type="url"
          placeholder="https://"
          hint={t`Where the button of the thanks leads. Without one there is no button.`}
          error={errors.reviewUrl?.message}
          {...form.register("reviewUrl")}
        />
        <FormProblem text={problem} />
        <div>
          <Button type="submit" disabled={isSubmitting || !isDirty}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  );
}
