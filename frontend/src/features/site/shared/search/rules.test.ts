import { expect, it } from "vitest";
import { bookingUrl, problemsOf, searchOf } from "./rules";

const form = {
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  pickupDate: "2026-07-01",
  pickupTime: "09:00",
  returnDate: "2026-07-08",
  returnTime: "09:00",
};
const limits = { minimumDays: 3, now: "2026-06-30T12:00" };

it.each([
  [{}, 7],
  [{ returnDate: "2026-07-04" }, 3],
  [{ returnDate: "2026-07-03" }, undefined],
  [{ returnDate: "2026-06-30" }, undefined],
  [{ returnTime: "09:30" }, 8],
  [{ returnTime: "08:30" }, 7],
  // A started day counts.
  [{ returnDate: "2026-07-03", returnTime: "09:30" }, 3],
  [{ pickupDate: "2026-06-30", pickupTime: "11:30" }, undefined],
  [{ pickupLocation: "" }, undefined],
  [{ dropoffLocation: "" }, undefined],
  [{ pickupDate: "" }, undefined],
  [{ returnDate: "" }, undefined],
])("search %o lasts %s days", (change, days) => {
  expect(searchOf({ ...form, ...change }, limits)?.days).toBe(days);
});

it.each([
  [{}, {}],
  [{ pickupLocation: "" }, { pickupLocation: "Choose a pickup location." }],
  [{ dropoffLocation: "" }, { dropoffLocation: "Choose a return location." }],
  [{ pickupDate: "" }, { pickupDate: "Choose a pickup date." }],
  [{ pickupDate: "2026-06-29" }, { pickupDate: "This day has passed: choose today or later." }],
  [
    { pickupDate: "2026-06-30", pickupTime: "11:30" },
    { pickupTime: "This time has passed: choose a later one." },
  ],
  [{ returnDate: "" }, { returnDate: "Choose a return date." }],
  [{ returnDate: "2026-06-30" }, { returnDate: "The return is before the pickup." }],
  [
    { returnDate: "2026-07-03" },
    { returnDate: "The shortest rental is 3 days: return on Sat 4 Jul or later." },
  ],
  [{ returnDate: "2027-07-02" }, { returnDate: "The longest rental is 365 days." }],
])("%o is reported as %o", (change, problems) => {
  const found = problemsOf({ ...form, ...change }, limits);
  expect(
    Object.fromEntries(Object.entries(found).map(([name, text]) => [name, text.replace("Sat, ", "Sat ")])),
  ).toEqual(problems);
});

it("says one day as one day", () => {
  const same = { ...form, returnDate: form.pickupDate };
  expect(problemsOf(same, { ...limits, minimumDays: 1 }).returnDate).toMatch(/shortest rental is 1 day:/);
});

it("sends the car's name on one line, and the click ids when there are any", () => {
  const search = { ...form, days: 7 };
  const query = new URLSearchParams(
    bookingUrl("Toyota\nFJ Cruiser", search, { gclid: "abc", wbraid: "w" }).split("?")[1],
  );
  expect([query.get("pickupTime"), query.get("returnTime")]).toEqual(["09:00", "09:00"]);
  expect(query.get("carType")).toBe("Toyota FJ Cruiser");
  expect([query.get("gclid"), query.get("wbraid")]).toEqual(["abc", "w"]);
  expect(bookingUrl("VW Golf", search, {})).not.toContain("id=");
});
