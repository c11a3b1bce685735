import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { render } from "@/testing/render";
import type { Rental, Settings } from "./api";
import { RentalSection } from "./components/rental";

let rental: Rental;
let sent: Rental[];

const settings = () =>
  ({ rental, lastChanges: [], currency: "EUR", languages: ["en"] }) as unknown as Settings;

beforeEach(() => {
  sent = [];
  rental = {
    formOrder: "tripFirst" as const,
    minimumDays: 2,
    unconfirmedHours: 24,
    unconfirmedPerIp: 0,
    unconfirmedPerContact: 0,
    driverMinimumAge: 21,
    driverMaximumAge: 80,
    groupMaximum: 10,
    phonePrefix: "+995",
    promoDiscountPercent: 5,
    unknownCarDailyRate: 57.5,
    lengthDiscounts: [
      { minDays: 4, percent: 3 },
      { minDays: 7, percent: 6 },
    ],
    revision: "1",
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") {
      rental = { ...((await request.json()) as Rental), revision: `${sent.length + 2}` };
      sent.push(rental);
    }
    return Response.json(settings());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

vi.mock("@/features/console/shared/session", () => ({ useMay: () => () => true }));

function open() {
  const frame = (
    <QueryClientProvider client={new QueryClient()}>
      <Link to="/admin/bookings">Bookings</Link>
      <Outlet />
      <UnsavedWorkDialog />
    </QueryClientProvider>
  );
  const children = [
    { index: true, element: <RentalSection settings={settings()} /> },
    { path: "*", element: <p>Another page</p> },
  ];
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: frame, children }])} />);
}

const fields = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name);
const type = (field: HTMLInputElement | undefined, value: string) =>
  field && fireEvent.change(field, { target: { value } });

test("a click on the sidebar does not lose what was typed", async () => {
  open();
  type(fields("Shortest rental, in days")[0], "3");
  fireEvent.click(screen.getByText("Bookings"));
  await screen.findByText("Leave without saving?");
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(fields("Shortest rental, in days")[0]?.value).toBe("3");
});

test("text that is no number stays in its row when another row is deleted, and goes with its own", () => {
  open();
  type(fields("From days")[0], "four");
  fireEvent.click(screen.getAllByRole("button", { name: "Remove" })[0] as HTMLElement);
  expect(fields("From days").map(({ value }) => value)).toEqual(["7"]);
});

test("an amount is saved as it is read, and an unreadable one is not saved", async () => {
  open();
  type(fields("Day of another car, in EUR")[0], "1.250");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.activeElement).toBe(fields("Day of another car, in EUR")[0]));
  expect(sent).toEqual([]);
  type(fields("Day of another car, in EUR")[0], "1,250.5");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent[0]?.unknownCarDailyRate).toBe(1250.5));
});
