import { expect, test } from "vitest";
import type { ReferredBooking } from "@/features/partners/shared/api";
import { bookingsCsv } from "./csv";

const booking: ReferredBooking = {
  bookingId: "0197",
  reference: "K7M-4QXD",
  carType: "Subaru Forester",
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  bookingPrice: 436.5,
  commissionAmount: 87.3,
  commissionStatus: "unpaid",
  bookingTimestamp: "2026-06-10T21:30:00Z",
  rentalEndsAt: "2026-07-08T05:00:00Z",
  refusalReason: null,
};
const frame = { timeZone: "Asia/Tbilisi", place: (code: string) => code.toUpperCase() };

test("one line a booking, dated by the company's clocks, under the stated columns", () => {
  expect(bookingsCsv([booking], frame)).toBe(
    "\ufeffDate,Booking ID,Car,Route,Total Price,Commission,Commission Status\r\n" +
      "2026-06-11,K7M-4QXD,Subaru Forester,TBILISI to BATUMI,436.50,87.30,Payable\r\n",
  );
});

test("what customers typed is no formula and stays in its cell", () => {
  const line = bookingsCsv([{ ...booking, carType: '=HYPERLINK("x"),y' }], frame).split("\r\n")[1];
  expect(line).toContain(`"'=HYPERLINK(""x""),y"`);
});

test.each([
  ["Lada;=1+1", "Lada;'=1+1"],
  ["Lada\t@SUM(1)", "Lada\t'@SUM(1)"],
  ["Lada; ＝1", "Lada; '＝1"],
  ["\t=1+1", "'\t'=1+1"],
])("nor one for a spreadsheet that splits elsewhere: %j", (carType, cell) => {
  expect(bookingsCsv([{ ...booking, carType }], frame)).toContain(`,${cell},`);
});
