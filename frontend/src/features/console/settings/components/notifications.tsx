import { Trans, useLingui } from "@lingui/react/macro";
import { TextInput } from "@/components/forms/fields";
import { type NotificationChange, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SecretField } from "./secret-field";
import { SectionForm } from "./section-form";
import { TestMessage } from "./test-message";

/** Where the company's own messages go. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection<NotificationChange>(
    "notifications",
    settings,
    ({ notifications: { email, revision = null } }) => ({ email, chatWebhookUrl: null, revision }),
    put.notifications,
  );
  const { email, chatHost } = settings.notifications;
  return (
    <SectionForm
      id="notifications"
      title={t`Messages to your team`}
      description={<Trans>New bookings, incomplete bookings and other news.</Trans>}
      settings={settings}
      form={form}
    >
      <div className="grid content-start gap-2">
        <TextInput
          control={form.control}
          name="email"
          label={t`Email`}
          hint={t`Leave empty to use your contact email.`}
          type="email"
        />
        {email && <TestMessage channel="email" isChanged={form.isDirty} />}
      </div>
      <div className="grid content-start gap-2">
        <SecretField
          control={form.control}
          name="chatWebhookUrl"
          label={t`Webhook of your chat`}
          stored={chatHost ? t`An address at ${{ host: chatHost }} is stored.` : null}
          placeholder="https://hooks.…"
        />
        {chatHost && <TestMessage channel="chat" isChanged={form.isDirty} />}
      </div>
    </SectionForm>
  );
}
