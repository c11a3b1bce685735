import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { catalogPublishRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { type Draft, draftKey, publishDraft } from "./api";

interface Props {
  draft: Draft;
  onClose: () => void;
}

interface Values {
  note: string;
  isLater: boolean;
  day: string;
  time: string;
}

/** Publishes the draft that was looked at, now or at a moment. */
export function PublishDialog({ draft, onClose }: Props) {
  const { t } = useLingui();
  // As it was when this was opened: what others change in the meantime is not published unseen.
  const [revision] = useState(draft.revision);
  const form = useForm<Values>({ defaultValues: { note: "", isLater: false, day: "", time: "06:00" } });
  const { control } = form;
  const { isLater, day } = form.watch();
  const submit = useSubmit(
    form,
    ({ note, time, ...values }: Values) =>
      publishDraft({ revision, note, time, day: values.isLater ? values.day : null }),
    {
      refresh: [draftKey],
      done: {
        title: isLater ? t`Publishing scheduled` : t`Published. Visitors see the changes within seconds.`,
      },
      onDone: onClose,
    },
  );
  return (
    <DialogForm
      title={t`Publish the changes`}
      description={<Trans>Existing bookings keep their prices, as do quotes from the last hour.</Trans>}
      submit={submit}
      confirm={isLater ? t`Schedule` : t`Publish now`}
      isBlocked={isLater && !day}
      onClose={onClose}
    >
      <TextInput
        control={control}
        name="note"
        label={t`Note for the history`}
        maxLength={limits.note.maxLength}
      />
      <CheckInput control={control} name="isLater" label={t`Schedule for later`} />
      {isLater && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <TextInput control={control} name="day" type="date" label={t`Day`} required />
            <TextInput control={control} name="time" type="time" label={t`Time`} required />
          </div>
          <p className="text-sm text-slate">
            <Trans>The draft is published as it is at that time, with all changes saved until then.</Trans>
          </p>
        </>
      )}
    </DialogForm>
  );
}
