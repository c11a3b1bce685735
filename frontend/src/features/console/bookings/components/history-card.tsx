import { CalendarCheck, Mail, StickyNote } from "lucide-react";
import { formatMoment } from "@/lib/format";
import type { BookingDetail, Happening } from "../api";
import { changeInWords } from "../rules/steps";
import { Card } from "./card";
import { NoteForm } from "./note-form";

const icons = { status: CalendarCheck, note: StickyNote, email: Mail };

/** Everything that happened to a booking, the newest last, and a place to note more. */
export function HistoryCard({ booking, timezone }: { booking: BookingDetail; timezone: string }) {
  return (
    <Card title="History">
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
                <p className="font-semibold">{sentence(happening)}</p>
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

function sentence({ kind, actor, adminName, fromStatus, toStatus }: Happening): string {
  const who = { customer: "The customer", system: "The clock", admin: adminName || "An admin" }[actor];
  if (kind === "note") return `${who} noted`;
  if (kind === "email") return `${who} wrote to the customer`;
  if (!fromStatus || !toStatus) return "The customer booked";
  return `${who} ${changeInWords(fromStatus, toStatus)}`;
}
