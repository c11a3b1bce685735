import type { ReferredBooking } from "@/features/partners/shared/api";
import { statusWords } from "@/features/partners/shared/words";
import { todayIn } from "@/lib/dates";

const columns = ["Date", "Booking ID", "Car", "Route", "Total Price", "Commission", "Commission Status"];
const byteOrderMark = "\ufeff";

// Behind a semicolon, tab or line end, too: a spreadsheet may take them for the end of a cell (see kit/csv_text.py).
const formulaStart = /(^[\s"]*|[;\t\r\n][\s"]*)([=+\-@＝＋－＠﹦﹢﹣﹫−])/g;

/** A cell that no spreadsheet program runs as a formula, whichever sign it splits at. */
function cell(value: string): string {
  const guarded = value.replace(formulaStart, "$1'$2");
  const harmless = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

interface Frame {
  timeZone: string;
  place: (code: string) => string;
}

export function bookingsCsv(bookings: readonly ReferredBooking[], { timeZone, place }: Frame): string {
  const rows = bookings.map((booking) => [
    todayIn(timeZone, new Date(booking.bookingTimestamp)),
    booking.reference,
    booking.carType,
    `${place(booking.pickupLocation)} to ${place(booking.dropoffLocation)}`,
    booking.bookingPrice.toFixed(2),
    booking.commissionAmount.toFixed(2),
    statusWords[booking.commissionStatus],
  ]);
  return byteOrderMark + [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Hands a text to the visitor as a file. */
export function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(address), 1000);
}
