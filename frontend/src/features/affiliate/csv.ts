import { todayIn } from "@/lib/dates";
import type { ReferredBooking } from "./api";
import { statusWords } from "./words";

const columns = ["Date", "Booking ID", "Car", "Route", "Total Price", "Commission", "Commission Status"];
const byteOrderMark = "\ufeff";

/** A cell that a spreadsheet program does not run as a formula. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
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
