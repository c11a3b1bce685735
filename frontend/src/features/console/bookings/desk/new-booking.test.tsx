import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import type { BuiltInRole } from "@/features/console/shared/roles";
import { render } from "@/testing/render";
import { rightsOf } from "@/testing/rights";
import { testSite, testTenant } from "@/testing/site";
import { Component } from "./new-booking-page";

const price = {
  days: 3,
  totalPrice: 150,
  lines: [{ code: "car", label: "Car", params: {}, quantity: 3, unitPrice: 50, amount: 150 }],
};
const free = {
  state: "free",
  vehicle: { id: "v1", plate: "AA-100-BB", transferFrom: null, gapHours: 5 },
  choices: [{ id: "v1", plate: "AA-100-BB", transferFrom: null, gapHours: 5 }],
  otherPlace: [],
  alternatives: null,
};
const taken = {
  ...free,
  state: "none_free",
  vehicle: null,
  choices: [],
  alternatives: {
    cars: [{ slug: "fj", car: "Toyota FJ Cruiser", left: 1, dailyDifference: 20 }],
    freeFrom: null,
  },
};
const bad = { customerId: "c2", name: "Ada King", reason: "Left the car in a river", by: "phone" };
type Sent = Record<string, unknown>;
let asked: Sent[];
let booked: Sent[];
let searched: string[];
const known = [
  {
    id: "c1",
    name: "Ada Lovelace",
    email: "ada@example.com",
    phone: "+44 20 7946 0000",
    language: "en",
    bookings: 2,
    spent: 900,
    lastBookedAt: "2026-06-01T09:00:00Z",
    isBlacklisted: false,
  },
];
let booking: (body: Sent) => Response;

beforeEach(() => {
  const config = {
    ...testSite(),
    tenant: testTenant,
    locations: [{ code: "tbilisi", name: "Tbilisi" }],
    insurance: [{ code: "minimum", label: "Minimum", dailyRate: 0 }],
    services: [
      {
        code: "child-seat",
        label: "Child seat",
        price: 5,
        charge: "perDay",
        maxPerBooking: 3,
        hiddenForCars: [],
      },
    ],
  };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  [asked, booked, searched] = [[], [], []];
  booking = () =>
    Response.json({ success: true, booking: { id: "b1", reference: "K7M", customerName: "Ada" } });
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") {
      searched.push(new URL(request.url).searchParams.get("search") ?? "");
      return Response.json({ success: true, currency: "EUR", customers: known, nextCursor: null });
    }
    const body = (await request.json()) as Sent;
    if (!request.url.endsWith("/quotes")) {
      booked.push(body);
      return booking(body);
    }
    asked.push(body);
    const assignment = body.car === "Toyota FJ Cruiser" ? free : taken;
    const cars = [{ car: "Toyota FJ Cruiser", state: "few", left: 2 }];
    return Response.json({
      success: true,
      currency: "EUR",
      agreed: null,
      fresh: price,
      difference: 150,
      warnings: ["age_out_of_range"],
      assignment,
      cars,
      promo: null,
      commission: null,
      customer: body.customerEmail === "" ? null : { customerId: "c1", name: "Ada", bookings: 2 },
      blacklisted: body.customerPhone === "" ? null : bad,
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

function draw(role: BuiltInRole) {
  const me = { admin: { rights: rightsOf(role) }, tenant: testTenant };
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet context={me} />
            <UnsavedWorkDialog />
          </>
        ),
        children: [
          { path: "/admin/bookings/new", element: <Component /> },
          { path: "/admin/bookings/:bookingId", element: <p>The booking</p> },
        ],
      },
    ],
    { initialEntries: ["/admin/bookings/new?car=Subaru+Forester&customerName=Ada+Lovelace"] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, ...userEvent.setup() };
}

const save = () => screen.findByRole("button", { name: "Create and confirm booking" });

test("a clash is told before anything is saved, and an alternative is one press", async () => {
  const user = draw("desk");
  await screen.findByText("No vehicle of this car is free for these dates.");
  expect(await save()).toBeDisabled();
  expect(screen.getByRole("option", { name: "Toyota FJ Cruiser · 2 available" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Toyota FJ Cruiser, €20 / day more" }));
  await screen.findByRole("option", { name: "AA-100-BB, best match" });
  expect(asked.at(-1)).toMatchObject({ car: "Toyota FJ Cruiser" });
  await user.click(screen.getByRole("radio", { name: "WhatsApp" }));
  await user.click(await save());
  await screen.findByText("Please enter the driver's age");
  expect(booked).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: "Driver's age" }), "36");
  await user.click(await save());
  await screen.findByText("The booking");
  expect(booked).toMatchObject([
    { source: "whatsapp", customerName: "Ada Lovelace", driverAge: 36, confirm: true },
  ]);
});

test("who is typed is known, and someone on the blacklist is named before the booking is taken", async () => {
  const user = draw("desk");
  await save();
  expect(screen.queryByRole("link", { name: "Customer with 2 bookings" })).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Email" }), "ada@example.com");
  const known = await screen.findByRole("link", { name: "Customer with 2 bookings" });
  expect(known).toHaveAttribute("target", "_blank");
  expect(screen.queryByText("On the blacklist: Ada King")).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Phone" }), "+995555123456");
  await screen.findByText("On the blacklist: Ada King");
  expect(screen.getByText("Left the car in a river")).toBeVisible();
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ customerEmail: "ada@example.com", customerPhone: "+995555123456" }),
  );
});

test("an extra is taken in a quantity, and priced so", async () => {
  const user = draw("desk");
  await save();
  await user.click(screen.getByRole("checkbox", { name: /Child seat/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Quantity: Child seat" }), "2");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ services: ["child-seat", "child-seat"] }));
  await user.click(screen.getByRole("checkbox", { name: /Child seat/ }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ services: [] }));
});

test("a line by hand is offered to a manager, and not to the desk", async () => {
  draw("desk");
  await save();
  expect(screen.queryByRole("button", { name: "Add a line" })).toBeNull();
  expect(screen.getByText("Up to 10. A manager can give more.")).toBeTruthy();
});

test("a manager's line asks why, and what the server refuses stands beside its field", async () => {
  const user = draw("manager");
  booking = () =>
    Response.json(
      {
        success: false,
        error: "InvalidInput",
        message: "No",
        fields: [{ field: "reason", message: "Please enter a reason" }],
      },
      { status: 422 },
    );
  await save();
  await user.click(screen.getByRole("button", { name: "Toyota FJ Cruiser, €20 / day more" }));
  await user.click(screen.getByRole("button", { name: "Add a line" }));
  await user.type(screen.getByRole("textbox", { name: "Description" }), "Chains");
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "12,5");
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ manualLines: [{ label: "Chains", amount: "12.5" }] }),
  );
  await user.type(screen.getByRole("textbox", { name: "Driver's age" }), "36");
  await waitFor(async () => expect(await save()).toBeEnabled());
  await user.click(await save());
  expect(await screen.findByText("Please enter a reason")).toBeTruthy();
  expect(screen.getByText("The driver's age is outside your rental rules.")).toBeTruthy();
});

test("a known customer is found while the phone is typed, and one press fills in the rest", async () => {
  const user = draw("desk");
  const phone = await screen.findByRole("textbox", { name: "Phone" });
  await user.clear(screen.getByRole("textbox", { name: "Name" }));
  await user.type(phone, "7946");
  await user.click(await screen.findByRole("button", { name: /Ada Lovelace/ }));
  expect(searched.at(-1)).toBe("7946");
  expect(phone).toHaveValue("+44 20 7946 0000");
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada Lovelace");
  expect(screen.getByRole("textbox", { name: "Email" })).toHaveValue("ada@example.com");
  expect(screen.queryByRole("region", { name: "Known customers" })).toBeNull();
});

test("a booking that is being typed is not left by a click", async () => {
  const user = draw("desk");
  await save();
  await user.type(screen.getByRole("textbox", { name: "Phone" }), "+44 20");
  void user.router.navigate("/admin/bookings/b1");
  await screen.findByText("Leave without saving?");
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.getByRole("textbox", { name: "Phone" })).toHaveValue("+44 20");
  void user.router.navigate("/admin/bookings/b1");
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("The booking")).toBeVisible();
});
