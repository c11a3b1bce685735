import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { addNote, changeNote, type Note, notesKey } from "./notes-api";

interface Props {
  /** The one that is changed; by default a new one. */
  note?: Note;
  today: string;
  /** Closes the form of one that is changed. */
  onClose?: () => void;
}

interface Values {
  day: string;
  text: string;
}

export function NoteForm({ note, today, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { day: note?.day ?? today, text: note?.text ?? "" } });
  const { control } = form;
  const { day, text } = form.watch();
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: Values) => (note ? changeNote(note.id, values) : addNote(values)),
    {
      refresh: [notesKey],
      onDone: () => {
        form.resetField("text", { defaultValue: "" });
        onClose?.();
      },
    },
  );
  return (
    <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
      <TextInput
        control={control}
        name="day"
        label={t`Day`}
        type="date"
        required
        min="2000-01-01"
        max="2100-12-31"
      />
      <div className="min-w-48 grow">
        <TextInput
          control={control}
          name="text"
          label={t`What happened`}
          hint={t`Such as: new prices`}
          maxLength={80}
        />
      </div>
      <Button type="submit" disabled={isPending || !day || !text.trim()}>
        {note ? <Trans>Save</Trans> : <Trans>Add</Trans>}
      </Button>
      {onClose && <CancelEdit onCancel={onClose} />}
      <FormProblem text={problem} />
    </form>
  );
}
