import { expect, it } from "vitest";
import { bookingAddress, problemsOf, searchOf } from "./rules";

const form = {
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  pickupDate: "2026-07-01",
  returnDate: "2026-07-08",
};
const limits = { minimumDays: 3, today: "2026-06-30" };

it.each([
  [{}, 7],
  [{ returnDate: "2026-07-04" }, 3],
  [{ returnDate: "2026-07-03" }, undefined],
  [{ returnDate: "2026-06-30" }, undefined],
  [{ pickupLocation: "" }, undefined],
  [{ dropoffLocation: "" }, undefined],
  [{ pickupDate: "" }, undefined],
  [{ returnDate: "" }, undefined],
])("search %o lasts %s days", (change, days) => {
  expect(searchOf({ ...form, ...change }, limits)?.days).toBe(days);
});

it.each([
  [{}, {}],
  [{ pickupLocation: "" }, { pickupLocation: "Choose where you pick up the car." }],
  [{ dropoffLocation: "" }, { dropoffLocation: "Choose where you bring it back." }],
  [{ pickupDate: "" }, { pickupDate: "Choose the day of pickup." }],
  [{ pickupDate: "2026-06-29" }, { pickupDate: "This day has passed: choose today or later." }],
  [{ returnDate: "" }, { returnDate: "Choose the day of return." }],
  [{ returnDate: "2026-06-30" }, { returnDate: "The return is before the pickup." }],
  [
    { returnDate: "2026-07-03" },
    { returnDate: "The shortest rental is 3 days: return on Sat 4 Jul or later." },
  ],
  [{ returnDate: "2027-07-02" }, { returnDate: "The longest rental is 365 days." }],
])("%o is told as %o", (change, problems) => {
  const told = problemsOf({ ...form, ...change }, limits);
  expect(
    Object.fromEntries(Object.entries(told).map(([name, text]) => [name, text.replace("Sat, ", "Sat ")])),
  ).toEqual(problems);
});

it("says one day as one day", () => {
  const same = { ...form, returnDate: form.pickupDate };
  expect(problemsOf(same, { ...limits, minimumDays: 1 }).returnDate).toMatch(/shortest rental is 1 day:/);
});

it("sends the car's name on one line, and the click ids when there are any", () => {
  const search = { ...form, days: 7 };
  const query = new URLSearchParams(
    bookingAddress("Toyota\nFJ Cruiser", search, { gclid: "abc", wbraid: "w" }).split("?")[1],
  );
  expect(query.get("carType")).toBe("Toyota FJ Cruiser");
  expect([query.get("gclid"), query.get("wbraid")]).toEqual(["abc", "w"]);
  expect(bookingAddress("VW Golf", search, {})).not.toContain("id=");
});
