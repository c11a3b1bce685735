import { expect, it } from "vitest";
import { bookingAddress, validSearch } from "./search-rules";

const form = {
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  pickupDate: "2026-07-01",
  returnDate: "2026-07-08",
};

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
  expect(validSearch({ ...form, ...change }, 3)?.days).toBe(days);
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
