import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { customerNoteRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { NoteForm } from "@/features/console/shared/note-form";
import { formatMoment } from "@/lib/format";
import { addNote, type CustomerDetail, customersKey } from "../api";

/** What the team wrote about a customer, who never sees it. */
export function NotesPanel({ customer }: { customer: CustomerDetail }) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <Panel title={t`Notes`}>
      <ul className="mb-4 grid gap-3 empty:hidden">
        {customer.notes.map((note) => (
          <li key={note.createdAt} className="rounded-xl bg-stone px-4 py-3 text-sm">
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
            <p className="tabular mt-1 text-xs text-slate">
              {[note.adminName, formatMoment(note.createdAt)].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <NoteForm
        maxLength={limits.text.maxLength}
        send={(text) => addNote(customer.id, text)}
        onDone={() => client.invalidateQueries({ queryKey: customersKey })}
      />
    </Panel>
  );
}
