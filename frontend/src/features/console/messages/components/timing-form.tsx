import { useLingui } from "@lingui/react/macro";
import { messageSettingsRequestLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { SaveBar } from "@/components/forms/save-bar";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { toast } from "@/components/ui/toast";
import { type Messages, messagesQuery, type Settings, settleMessages } from "../api";
import { settingsWith } from "../rules";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

type Timing = Pick<Settings, "reminderHour" | "thanksDays" | "reviewUrl">;

/** When reminder and thanks are sent, and where the thanks lead. */
export function TimingForm({ messages }: { messages: Messages }) {
  const { t } = useLingui();
  const off = messages.occasions.filter((each) => !each.isOn).map((each) => each.occasion);
  const form = useVersionedForm<Messages, Timing, Settings["revision"]>({
    query: messagesQuery,
    data: messages,
    read({ settings: { reminderHour, thanksDays, reviewUrl, revision } }) {
      return { values: { reminderHour, thanksDays, reviewUrl }, revision };
    },
    save: (values, revision) => settleMessages(settingsWith({ ...messages.settings, revision }, off, values)),
    onSaved: () => toast({ title: t`Saved` }),
    leaves: (from, to) => from.pathname !== to.pathname || from.search !== to.search,
  });
  const { control } = form;
  const { minimum, maximum } = messageSettingsRequestLimits.thanksDays;
  const range = t`A whole number from ${minimum} to ${maximum}`;
  const isInRange = (days: unknown) => typeof days === "number" && days >= minimum && days <= maximum;
  return (
    <Panel title={t`When and where to`}>
      <form noValidate className="grid gap-4" onSubmit={form.onSubmit}>
        <SelectInput
          control={control}
          name="reminderHour"
          label={t`Reminder, the day before at`}
          options={hours.map((hour) => [hour, `${String(hour).padStart(2, "0")}:00`])}
        />
        <NumberInput
          control={control}
          name="thanksDays"
          label={t`Thanks, days after the return`}
          digits={0}
          validate={(days) => (isInRange(days) ? undefined : range)}
        />
        <TextInput
          control={control}
          name="reviewUrl"
          label={t`Page for reviews`}
          type="url"
          placeholder="https://"
          hint={t`Where the button in the thank-you message leads. Leave empty for the review form of your site.`}
          parse={(text) => text.trim()}
        />
        <SaveBar form={form} />
      </form>
    </Panel>
  );
}
