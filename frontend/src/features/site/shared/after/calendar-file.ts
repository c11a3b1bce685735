/* eslint-disable lingui/no-unlocalized-strings -- the words of a file format */
/** A rental as a calendar file (RFC 5545): two events, so that phones remind of pickup and return. */

export interface CalendarEvent {
  /** Tells it apart from others, and an older copy of itself. */
  id: string;
  title: string;
  place: string;
  text: string;
  /** The moment, ISO 8601. */
  start: string;
}

const minutes = 30;
const lineBytes = 74;

export function calendarFile(events: readonly CalendarEvent[], now = new Date()): string {
  const lines = events.flatMap((event) => [
    "BEGIN:VEVENT",
    `UID:${event.id}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(new Date(event.start))}`,
    `DTEND:${stamp(new Date(Date.parse(event.start) + minutes * 60_000))}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(event.title)}`,
    "TRIGGER:-PT3H",
    "END:VALARM",
    "END:VEVENT",
  ]);
  const all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Abano//Bookings//EN", ...lines, "END:VCALENDAR"];
  return all.map(folded).join("\r\n").concat("\r\n");
}

/** Hands the file to the browser. */
export function downloadCalendar(name: string, events: readonly CalendarEvent[]): void {
  const url = URL.createObjectURL(new Blob([calendarFile(events)], { type: "text/calendar" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.ics`;
  link.click();
  // Not at once: Safari reads it after the click.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function stamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
}

/** Lines have at most 75 bytes; a longer one goes on after a line end and a space. */
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
