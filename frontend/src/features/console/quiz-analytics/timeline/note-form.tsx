import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { addNote, changeNote, type Note, notesKey } from "./notes-api";

interface Props {
  /** The one that is changed; undefined: a new one. */
  note: Note | undefined;
  today: string;
  onSaved: () => void;
}

export function NoteForm({ note, today, onSaved }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: notesKey });
  const [day, setDay] = useState(note?.day ?? today);
  const [text, setText] = useState(note?.text ?? "");
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    const wish = { day, text };
    const isSaved = await change(() => (note ? changeNote(note.id, wish) : addNote(wish)));
    setBusy(false);
    if (!isSaved) return;
    setText("");
    onSaved();
  }

  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (day && text.trim()) void save();
      }}
    >
      <TextField
        label={t`Day`}
        type="date"
        required
        min="2000-01-01"
        max="2100-12-31"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <div className="min-w-48 grow">
        <TextField
          label={t`What happened`}
          hint={t`Such as: new prices`}
          maxLength={80}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" disabled={isBusy || !day || !text.trim()}>
        {note ? <Trans>Save</Trans> : <Trans>Add</Trans>}
      </Button>
    </form>
  );
}
