import { expect, test } from "vitest";
import { pageOf } from "./rules";

test("a recorded call belongs to a page of the console", () => {
  expect(pageOf("GET /api/admin/bookings")?.message).toBe("Bookings");
  expect(pageOf("GET /api/admin/bookings/0190/changes")?.message).toBe("Bookings");
  expect(pageOf("PATCH /api/admin/content/texts/landing")?.message).toBe("Site texts");
  expect(pageOf("GET /api/admin/bookingsmore")).toBeUndefined();
  expect(pageOf("POST /api/bookings")).toBeUndefined();
});
