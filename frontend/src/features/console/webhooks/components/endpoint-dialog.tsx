import { Trans, useLingui } from "@lingui/react/macro";
import { useController, useForm } from "react-hook-form";
import { webhookRequestLimits as limits } from "@/api/limits.gen";
import { Check } from "@/components/console/check";
import { CopyDialog } from "@/components/console/copy-field";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import {
  addWebhook,
  changeWebhook,
  type EventType,
  eventNames,
  eventTypes,
  type Webhook,
  type WebhookChange,
  webhooksQuery,
} from "../api";

interface Props {
  /** None: a new one. */
  webhook?: Webhook;
  onClose: () => void;
  /** Of a new one. */
  onSecret?: (secret: string) => void;
}

/** URL, description and events of a webhook. */
export function EndpointDialog({ webhook, onClose, onSecret }: Props) {
  const { t } = useLingui();
  const form = useForm<WebhookChange>({
    defaultValues: {
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      events: (webhook?.events as EventType[] | undefined) ?? ["booking.created"],
      isEnabled: webhook?.isEnabled ?? true,
    },
  });
  const submit = useSubmit(
    form,
    async (values: WebhookChange) => {
      if (webhook) await changeWebhook(webhook.id, values);
      else onSecret?.((await addWebhook(values)).secret);
    },
    {
      refresh: [webhooksQuery.queryKey],
      done: { title: webhook ? t`Webhook saved` : t`Webhook added` },
      onDone: webhook ? onClose : () => undefined,
    },
  );
  const { field } = useController({ control: form.control, name: "events" });
  const events = new Set(field.value);
  const choose = (types: Iterable<EventType>) => {
    const chosen = new Set(types);
    field.onChange(eventTypes.filter((type) => chosen.has(type)));
  };
  const areAll = events.size === eventTypes.length;
  return (
    <DialogForm
      isWide
      title={webhook ? t`Edit webhook` : t`Add webhook`}
      submit={submit}
      confirm={webhook ? t`Save` : t`Add webhook`}
      isBlocked={events.size === 0}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="url"
        label={t`URL`}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={limits.url.maxLength}
      />
      <TextInput
        control={form.control}
        name="description"
        label={t`Description (optional)`}
        autoComplete="off"
        maxLength={limits.description.maxLength}
      />
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="mb-1.5 text-sm font-semibold text-slate">
          <Trans>Events</Trans>
        </legend>
        <div className="border-b border-line sm:col-span-2">
          <Check label={t`All events`} checked={areAll} onChange={() => choose(areAll ? [] : eventTypes)} />
        </div>
        {eventTypes.map((type) => (
          <Check
            key={type}
            label={t(eventNames[type])}
            hint={type}
            checked={events.has(type)}
            onChange={({ target }) =>
              choose(target.checked ? [...events, type] : [...events].filter((each) => each !== type))
            }
          />
        ))}
      </fieldset>
    </DialogForm>
  );
}

/** A new signing secret. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <CopyDialog
      title={t`Signing secret`}
      description={t`Copy it now: it's shown only once. Your server verifies events with it.`}
      label={t`Signing secret`}
      copyLabel={t`Copy`}
      value={secret}
      onClose={onClose}
    />
  );
}
