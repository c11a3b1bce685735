import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { momentIn, nowIn } from "@/lib/dates";
import { deliveriesKey, replay, type Webhook } from "../api";

interface Props {
  webhook: Webhook;
  timezone: string;
  onClose: () => void;
}

/** Sends again what happened in a range. */
export function ReplayDialog({ webhook, timezone, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm({
    defaultValues: {
      since: nowIn(timezone, new Date(Date.now() - 24 * 60 * 60 * 1000)),
      until: nowIn(timezone, new Date(Date.now() + 60 * 1000)),
      onlyFailed: true,
    },
  });
  const submit = useSubmit(
    form,
    ({ since, until, onlyFailed }: { since: string; until: string; onlyFailed: boolean }) =>
      replay(webhook.id, {
        since: momentIn(timezone, since),
        until: momentIn(timezone, until),
        onlyFailed,
      }),
    {
      refresh: [deliveriesKey(webhook.id)],
      done: ({ count }) => ({
        title: plural(count, { one: "# event is sent again", other: "# events are sent again" }),
      }),
      onDone: onClose,
    },
  );
  const { since, until } = form.watch();
  return (
    <DialogForm
      title={t`Replay events`}
      description={t`Events of this time are sent again, with the same IDs. Times are in ${{ timezone }}.`}
      submit={submit}
      confirm={t`Replay`}
      isBlocked={!since || !until}
      onClose={onClose}
    >
      <TextInput control={form.control} name="since" label={t`From`} type="datetime-local" />
      <TextInput control={form.control} name="until" label={t`Until`} type="datetime-local" />
      <CheckInput control={form.control} name="onlyFailed" label={t`Only failed deliveries`} />
    </DialogForm>
  );
}
