import { useLingui } from "@lingui/react/macro";
import { CalendarCheck, Mail, StickyNote } from "lucide-react";
import { formatMoment } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import type { BookingDetail } from "../api";
import { happeningInWords } from "../rules/history";
import { Card } from "./card";
import { NoteForm } from "./note-form";

const icons = { status: CalendarCheck, note: StickyNote, email: Mail };

/** Everything that happened to a booking, the newest last, and a place to note more. */
export function HistoryCard({ booking, timezone }: { booking: BookingDetail; timezone: string }) {
  const { t } = useLingui();
  return (
    <Card title={t`History`}>
      <ol className="grid gap-4">
        {booking.history.map((happening) => {
          const Icon = icons[happening.kind];
          return (
            <li
              key={`${happening.createdAt}${happening.kind}${happening.text}`}
              className="flex gap-3 text-sm"
            >
              <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-stone">
                <Icon aria-hidden size={15} />
              </span>
              <div className="min-w-0">
                <p className="font-semibold">{happeningInWords(happening)}</p>
                {happening.note && <p className="mt-0.5 text-slate">{sentenceIn(happening.note)}</p>}
                {happening.text && (
                  <p className="mt-0.5 whitespace-pre-wrap break-words text-slate">{happening.text}</p>
                )}
                <p className="tabular mt-0.5 text-xs text-muted">
                  {formatMoment(happening.createdAt, timezone)}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      <NoteForm bookingId={booking.id} />
    </Card>
  );
}
