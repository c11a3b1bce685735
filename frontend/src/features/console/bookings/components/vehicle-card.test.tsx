import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { Assignment, BookingDetail } from "../api";
import { VehicleCard } from "./vehicle-card";

const vehicle = { id: "v1", plate: "AA-100-BB", transferFrom: "tbilisi", gapHours: 5 };
const other = { id: "v2", plate: "AA-200-BB", transferFrom: null, gapHours: 9 };
const assigned: Assignment = {
  state: "assigned",
  vehicle,
  choices: [vehicle, other],
  alternatives: null,
  otherPlace: [],
};
const booking = {
  id: "b1",
  status: "confirmed",
  updatedAt: "2026-11-20T05:30:00Z",
  pickupAt: "2026-11-28T06:00:00Z",
  returnAt: "2026-12-01T06:00:00Z",
} as BookingDetail;
const sent: unknown[] = [];

beforeEach(() => {
  const locations = [{ code: "tbilisi", name: "Tbilisi" }];
  const config = { ...testSite(), tenant: testTenant, locations };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  sent.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

function draw(assignment: Assignment, changes: Partial<BookingDetail> = {}) {
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json({ success: true, assignment });
    sent.push(await request.json());
    return Response.json({ success: true, transferFrom: null, undo: {} });
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <VehicleCard booking={{ ...booking, ...changes }} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test("the vehicle is named with its transfer, and another one can be given", async () => {
  draw(assigned);
  expect(await screen.findByRole("link", { name: "AA-100-BB" })).toBeTruthy();
  expect(screen.getByText("Must be transferred from Tbilisi")).toBeTruthy();
  const choice = screen.getByRole("combobox", { name: "Another vehicle" });
  expect(screen.queryByRole("option", { name: /AA-100-BB/ })).toBeNull();
  fireEvent.change(choice, { target: { value: "v2" } });
  fireEvent.click(screen.getByRole("button", { name: "Assign vehicle" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { bookingId: "b1", fromVehicleId: "v1", toVehicleId: "v2", acceptOtherCar: false },
    ]),
  );
});

test("where none is free, that is said with what else there is", async () => {
  const cars = [{ slug: "niva", car: "Lada Niva", dailyDifference: 12, left: 2 }];
  const alternatives = { cars, freeFrom: "2026-12-04" };
  draw({ ...assigned, state: "none_free", vehicle: null, choices: [], alternatives }, { status: "pending" });
  expect(await screen.findByText("No vehicle of this car is free for these dates.")).toBeTruthy();
  expect(screen.getByText("Lada Niva, €12 / day more")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Same car from 4 Dec 2026" })).toHaveAttribute(
    "href",
    "/admin/bookings/b1/change?pickupDate=2026-12-04&returnDate=2026-12-07",
  );
  expect(screen.queryByRole("button")).toBeNull();
});
