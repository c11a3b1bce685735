import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarCheck, FileX, Mail, StickyNote } from "lucide-react";
import { noteRequestLimits } from "@/api/limits.gen";
import { NoteForm } from "@/features/console/shared/note-form";
import { api, bodyOf } from "@/lib/api";
import { formatMoment } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import { type BookingDetail, bookingQuery } from "../api";
import { happeningInWords } from "../rules/history";
import { Card } from "./card";

const icons = { status: CalendarCheck, note: StickyNote, email: Mail, document: FileX };

/** Everything that happened to a booking, the newest last, and a place to note more. */
export function HistoryCard({ booking, timezone }: { booking: BookingDetail; timezone: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
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
      <NoteForm
        className="mt-5 border-t border-line pt-4"
        maxLength={noteRequestLimits.text.maxLength}
        send={(text) =>
          bodyOf(
            api.POST("/api/admin/bookings/{booking_id}/notes", {
              params: { path: { booking_id: booking.id } },
              body: { text },
            }),
          )
        }
        onDone={(answer) => client.setQueryData(bookingQuery(booking.id).queryKey, answer)}
      />
    </Card>
  );
}
