/* eslint-disable lingui/no-unlocalized-strings -- the words of a file format */
/** A rental as a calendar file (RFC 5545). The messages to customers carry the same event (calendar_file.py). */

interface CalendarEvent {
  bookingId: string;
  /** Grows with each change of the booking. */
  sequence: number;
  title: string;
  place: string;
  text: string;
  /** Moments, ISO 8601. */
  start: string;
  end: string;
}

const lineBytes = 74;

export function calendarFile(event: CalendarEvent, now = new Date()): string {
  const title = escaped(event.title);
  const reminders = ["TRIGGER:-PT3H", "TRIGGER;RELATED=END:-PT3H"].flatMap((trigger) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${title}`,
    trigger,
    "END:VALARM",
  ]);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Abano//Bookings//EN",
    "BEGIN:VEVENT",
    `UID:${event.bookingId}@abano`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(new Date(event.start))}`,
    `DTEND:${stamp(new Date(event.end))}`,
    `SUMMARY:${title}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    "TRANSP:TRANSPARENT",
    ...reminders,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(folded).join("\r\n").concat("\r\n");
}

/** Hands the file to the browser. */
export function downloadCalendar(name: string, event: CalendarEvent): void {
  const url = URL.createObjectURL(new Blob([calendarFile(event)], { type: "text/calendar" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.ics`;
  link.click();
  // Delayed: Safari reads the URL after the click.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function stamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
}

/** Lines have at most 75 bytes; longer ones are folded with a line break and a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let width = 0;
  let out = "";
  for (const letter of line) {
    const bytes = encoder.encode(letter).length;
    if (width + bytes > lineBytes) {
      out += "\r\n ";
      width = 1;
    }
    out += letter;
    width += bytes;
  }
  return out;
}
