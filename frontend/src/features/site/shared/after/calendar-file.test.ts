import { expect, it } from "vitest";
import { calendarFile } from "./calendar-file";

const event = {
  bookingId: "0197a5b2-1c9e-7b1e-8a57-5d2f6a3f9c11",
  sequence: 120,
  title: "Rental car: Subaru Forester",
  place: "Tbilisi; Airport, Terminal 1",
  text: "Booking ABC-DEFG\nBring your licence",
  start: "2026-07-01T05:00:00Z",
  end: "2026-07-08T05:00:00Z",
};

it("is a file that calendars read: moments in UTC, signs escaped", () => {
  const file = calendarFile(event, new Date("2026-06-10T09:00:00Z"));
  expect(file.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")).toBe(true);
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
  // As in the messages: a calendar updates one entry instead of keeping two.
  expect(file).toContain("UID:0197a5b2-1c9e-7b1e-8a57-5d2f6a3f9c11@abano\r\nSEQUENCE:120\r\n");
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(file).toContain("DTSTAMP:20260610T090000Z\r\n");
  expect(file).toContain("DTSTART:20260701T050000Z\r\nDTEND:20260708T050000Z\r\n");
  expect(file).toContain("LOCATION:Tbilisi\\; Airport\\, Terminal 1\r\n");
  expect(file).toContain("DESCRIPTION:Booking ABC-DEFG\\nBring your licence\r\n");
});

it("folds long lines by bytes, in any script, and loses no letter", () => {
  const title = "აიღეთ მანქანა ".repeat(12);
  const file = calendarFile({ ...event, title });
  for (const line of file.split("\r\n")) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  }
  expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title}`);
});
