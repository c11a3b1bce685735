import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatShortDay } from "@/lib/format";
import { NoteForm } from "./note-form";
import { deleteNote, type Note, notesKey } from "./notes-api";

interface Props {
  notes: readonly Note[];
  today: string;
}

/** The company's own notes at days of the picture: a button, and all of them behind it. */
export function Notes({ notes, today }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet", "min-h-10 px-3 text-sm")}
        onClick={() => setOpen(true)}
      >
        {notes.length > 0 ? <Trans>Notes ({{ count: notes.length }})</Trans> : <Trans>Add a note</Trans>}
      </button>
      {isOpen && (
        <Dialog
          title={t`Notes`}
          description={t`Shown on the chart to all colleagues.`}
          isWide
          onClose={() => setOpen(false)}
        >
          <NoteForm today={today} />
          <ul className="mt-4">
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} today={today} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function NoteItem({ note, today }: { note: Note; today: string }) {
  const { t } = useLingui();
  const change = useChange({ refresh: notesKey });
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return (
      <li className="border-t border-line py-3">
        <NoteForm note={note} today={today} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1 border-t border-line py-1.5 text-sm">
      <p className="min-w-0 grow break-words">
        {note.text}
        <span className="block text-xs text-muted">
          {formatShortDay(note.day)}
          {note.createdBy && ` · ${note.createdBy}`}
        </span>
      </p>
      <WithAccess>
        <button
          type="button"
          aria-label={t`Change ${{ name: note.text }}`}
          onClick={() => setEditing(true)}
          className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
        >
          <Pencil aria-hidden size={16} />
        </button>
        <button
          type="button"
          aria-label={t`Delete ${{ name: note.text }}`}
          onClick={() => void change(() => deleteNote(note.id))}
          className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
        >
          <Trash2 aria-hidden size={16} />
        </button>
      </WithAccess>
    </li>
  );
}
