import { Plural } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import type { Unassigned } from "../api";
import { type Movable, movableUnassigned } from "../rules";
import { periodText } from "../words";

interface Props {
  bookings: readonly Unassigned[];
  onOpen: (booking: Movable) => void;
}

/** Open bookings without a vehicle. */
export function UnassignedList({ bookings, onOpen }: Props) {
  if (bookings.length === 0) return null;
  return (
    <section className="rounded-card border border-line bg-panel p-4">
      <h2 className="flex items-center gap-2 text-sm font-bold">
        <TriangleAlert aria-hidden size={16} className="text-danger" />
        <Plural
          value={{ count: bookings.length }}
          one="# booking without a vehicle"
          other="# bookings without a vehicle"
        />
      </h2>
      <ul className="mt-2 flex max-h-44 flex-wrap gap-2 overflow-y-auto">
        {bookings.map((booking) => (
          <li key={booking.bookingId}>
            <button
              type="button"
              className="min-h-11 rounded-xl border border-dashed border-edge px-3 py-1.5 text-left text-sm hover:bg-stone"
              onClick={() => onOpen(movableUnassigned(booking))}
            >
              <span className="block font-semibold">{booking.customerName}</span>
              <span className="block text-xs text-slate">{booking.car}</span>
              <span className="tabular block text-xs text-slate">
                {periodText(booking.startsAt, booking.endsAt)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
