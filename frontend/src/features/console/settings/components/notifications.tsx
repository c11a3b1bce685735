import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { type NotificationChange, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SecretField } from "./secret-field";
import { SectionForm } from "./section-form";
import { TestMessage } from "./test-message";

/** Where the company's own messages go. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const { email, chatHost, revision } = settings.notifications;
  const saved: NotificationChange = { email, chatWebhookUrl: null, revision: revision ?? null };
  const section = useSection(saved, put.notifications);
  const { draft, set, problem } = section;
  return (
    <SectionForm
      id="notifications"
      title={t`Messages to your team`}
      description={<Trans>New bookings, incomplete bookings and other news.</Trans>}
      settings={settings}
      section={section}
    >
      <div className="grid content-start gap-2">
        <TextField
          label={t`Email`}
          hint={t`Empty: the address of your contacts.`}
          type="email"
          value={draft.email}
          error={problem("email")}
          onChange={(event) => set({ email: event.target.value })}
        />
        {email && <TestMessage channel="email" isChanged={!section.isSame} />}
      </div>
      <div className="grid content-start gap-2">
        <SecretField
          label={t`Webhook of your chat`}
          stored={chatHost ? t`An address at ${{ host: chatHost }} is stored.` : null}
          placeholder="https://hooks.…"
          value={draft.chatWebhookUrl ?? null}
          error={problem("chatWebhookUrl")}
          onChange={(chatWebhookUrl) => set({ chatWebhookUrl })}
        />
        {chatHost && <TestMessage channel="chat" isChanged={!section.isSame} />}
      </div>
    </SectionForm>
  );
}
