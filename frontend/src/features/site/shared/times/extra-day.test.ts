import { expect, it } from "vitest";
import { extraDayNote } from "./extra-day";

const period = {
  pickupDate: "2030-06-10",
  pickupTime: "14:00",
  returnDate: "2030-06-17",
  returnTime: "14:00",
};

it.each([
  [{}, null],
  [{ returnTime: "09:00" }, null],
  [
    { returnTime: "14:30" },
    "8 days, because you return later in the day than you pick up. Return by 14:00 for 7 days.",
  ],
  // Without the extra day it would be shorter than the company rents.
  [
    { returnDate: "2030-06-12", returnTime: "18:00" },
    "3 days, because you return later in the day than you pick up.",
  ],
  [{ returnDate: "2030-06-10", returnTime: "13:00" }, null],
  [{ returnDate: "" }, null],
])("%o: %s", (change, note) => expect(extraDayNote({ ...period, ...change }, 3)).toBe(note));
