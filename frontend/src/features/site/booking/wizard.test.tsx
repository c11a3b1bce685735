import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type CarAvailability, fetchAvailability } from "@/features/site/shared/availability/ask";
import { readBooked } from "@/features/site/shared/booked";
import { wholePrice } from "@/features/site/shared/pricing/whole-price";
import { chooseCurrency } from "@/lib/currency";
import { ApiError } from "@/lib/errors";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testPlace, testSite, testTenant } from "@/testing/site";
import { fetchQuote, sendPersonalInfo, submitBooking } from "./api";
import { Component } from "./page";

const parts = {
  ...testSite(),
  formOrder: "tripFirst",
  rental: { ...testSite().rental, punctuality: { minutes: 20, fee: 50 } },
  tenant: testTenant,
  locations: [testPlace("tbilisi", "Tbilisi"), testPlace("batumi", "Batumi")],
  insurance: [
    {
      code: "minimum",
      label: "Decline Protection",
      description: "",
      bullets: [],
      exclusions: [],
      excess: 15_000,
      dailyRate: 0,
      preselected: true,
    },
  ],
  services: [],
  messageChannels: [],
  displayCurrencies: [
    { currency: "USD", rate: 1.165, date: "2026-06-01", rounding: { step: 1, mode: "up" } },
  ],
  landing: { policeFinesNote: "" },
  documents: [],
  botCheck: { configured: false, siteKey: null },
  tracking: { consentRequired: false, saveIncompleteBookings: true },
};
const site = parts as unknown as SiteConfig;

vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));
vi.mock("@/components/layout/site-header", () => ({ SiteHeader: () => null }));
vi.mock("@/components/layout/site-footer", () => ({ SiteFooter: () => null }));
vi.mock("./api", async (original) => ({
  ...(await original<typeof import("./api")>()),
  fetchQuote: vi.fn(),
  sendPersonalInfo: vi.fn(async () => undefined),
  submitBooking: vi.fn(),
}));
vi.mock("@/features/site/shared/availability/ask", async (original) => ({
  ...(await original<typeof import("@/features/site/shared/availability/ask")>()),
  fetchAvailability: vi.fn(async () => null),
}));
const booked = { state: "booked", left: null, freeFrom: null } as unknown as CarAvailability;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
vi.stubGlobal("matchMedia", () => ({ matches: true }));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
    unobserve() {}
  },
);

const link =
  "?carType=Subaru+Forester&pickup=tbilisi&dropoff=tbilisi&pickupDate=2031-07-01&returnDate=2031-07-08";

beforeEach(() => {
  window.history.replaceState(null, "", `/booking${link}`);
  vi.mocked(fetchQuote).mockImplementation(async ({ details }) => {
    const whole = wholePrice(site, { ...details, days: 7, services: [], promoPercent: 0 });
    return { ...whole, promo: null } as Awaited<ReturnType<typeof fetchQuote>>;
  });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  sessionStorage.clear();
});

function ThankYou() {
  return <p>Booked {readBooked(useLocation().state)?.reference}</p>;
}

let router: ReturnType<typeof createMemoryRouter>;

function open() {
  const routes = [
    { path: "/booking", element: <Component /> },
    { path: "/thank-you", element: <ThankYou /> },
    { path: "/my-booking", element: <h1>My booking</h1> },
  ];
  router = createMemoryRouter(routes, { initialEntries: [`/booking${link}`] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

async function fillPerson(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("First name"), "Ada");
  await user.type(screen.getByLabelText("Last name"), "Lovelace");
  await user.type(screen.getByLabelText("Email address"), "ada@example.com");
  await user.type(screen.getByLabelText("WhatsApp or phone number"), "555123456");
  await user.type(screen.getByLabelText(/Driver's age/), "36");
  await user.type(screen.getByLabelText("Group size"), "2");
}

async function next(user: ReturnType<typeof userEvent.setup>, heading: string) {
  await user.click(screen.getByRole("button", { name: "Next Step" }));
  await screen.findByRole("heading", { name: heading });
}

async function goToLastStep(user: ReturnType<typeof userEvent.setup>) {
  await screen.findByRole("heading", { name: "Booking Details" });
  await next(user, "Extras");
  await next(user, "Complete Your Booking");
  await fillPerson(user);
}

it("stays on a step whose fields are not right, and says so beside them", async () => {
  const user = open();
  await user.selectOptions(await screen.findByLabelText("Pickup location"), "");
  await user.click(screen.getByRole("button", { name: "Next Step" }));
  expect(await screen.findByText("Please select pickup location")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Booking Details" })).toBeVisible();
});

it("books nothing before the contact details of the last step are right", async () => {
  const user = open();
  await next(user, "Extras");
  await next(user, "Complete Your Booking");
  const confirm = screen.getByRole("button", { name: "Confirm Booking" });
  await expect.poll(() => confirm).toBeEnabled();
  await user.click(confirm);
  expect(await screen.findByText("First name must be at least 2 characters")).toBeVisible();
  expect(screen.getByText("Please enter your age")).toBeVisible();
  expect(screen.getByLabelText("First name")).toHaveFocus();
  expect(submitBooking).not.toHaveBeenCalled();
});

it("asks for contact details first where the company chose so", async () => {
  parts.formOrder = "contactFirst";
  const user = open();
  await screen.findByLabelText("First name");
  await user.click(screen.getByRole("button", { name: "Next Step" }));
  expect(await screen.findByText("First name must be at least 2 characters")).toBeVisible();
  await fillPerson(user);
  await next(user, "Booking Details");
  expect(sendPersonalInfo).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: "Back" }));
  await screen.findByRole("heading", { name: "Personal Information" });
  expect(screen.getByLabelText("First name")).toHaveValue("Ada");
  await next(user, "Booking Details");
  await next(user, "Complete Your Booking");
  expect(screen.getByRole("region", { name: "Booking summary" })).toHaveTextContent("Ada Lovelace");
  parts.formOrder = "tripFirst";
});

it("says that contact details are saved before the booking, and saves none where the company wants none", async () => {
  const note = /^We save your contact details now/;
  const user = open();
  await goToLastStep(user);
  expect(screen.getByText(note)).toBeVisible();
  expect(sendPersonalInfo).not.toHaveBeenCalled();
  await user.tab();
  await user.tab();
  expect(sendPersonalInfo).toHaveBeenCalledTimes(1);
  cleanup();
  vi.mocked(sendPersonalInfo).mockClear();
  sessionStorage.clear();
  parts.tracking.saveIncompleteBookings = false;
  const other = open();
  await goToLastStep(other);
  await other.tab();
  expect(screen.queryByText(note)).toBeNull();
  expect(sendPersonalInfo).not.toHaveBeenCalled();
  parts.tracking.saveIncompleteBookings = true;
});

it("offers the likely address for a mistyped domain, and refuses nothing by it", async () => {
  vi.mocked(submitBooking).mockRejectedValue(new TypeError("Failed to fetch"));
  const user = open();
  await goToLastStep(user);
  const field = screen.getByLabelText("Email address");
  await user.clear(field);
  await user.type(field, "ada@gmail.con");
  expect(screen.queryByRole("button", { name: /^Did you mean/ })).toBeNull();
  await user.tab();
  await user.click(screen.getByRole("button", { name: "Did you mean ada@gmail.com?" }));
  expect(field).toHaveValue("ada@gmail.com");
  await user.clear(field);
  await user.type(field, "ada@gmail.con");
  await user.click(screen.getByRole("button", { name: "Confirm Booking" }));
  await expect.poll(() => vi.mocked(submitBooking).mock.calls.length).toBe(1);
  expect(vi.mocked(submitBooking).mock.calls[0]?.[0].personal.customerEmail).toBe("ada@gmail.con");
});

it("keeps what was typed when a visitor goes a step back", async () => {
  const user = open();
  await goToLastStep(user);
  await user.click(screen.getByRole("button", { name: "Change dates, car or insurance" }));
  await screen.findByRole("heading", { name: "Booking Details" });
  await next(user, "Extras");
  await next(user, "Complete Your Booking");
  expect(screen.getByLabelText("First name")).toHaveValue("Ada");
});

it("says beside the age that the car asks for an older driver", async () => {
  const [car] = parts.cars.filter(({ name }) => name === "Subaru Forester");
  if (car) car.minimumAge = 40;
  const user = open();
  await goToLastStep(user);
  await user.click(await screen.findByRole("button", { name: "Confirm Booking" }));
  expect(await screen.findByText("The driver of this car must be 40 or older")).toBeVisible();
  expect(screen.getByLabelText(/Driver's age/)).toHaveFocus();
  if (car) car.minimumAge = null;
});

it("books once, however often the button is pressed, and goes on to the thank-you page", async () => {
  vi.mocked(submitBooking).mockResolvedValue({
    bookingId: "1",
    reference: "K7M-4QXD",
    status: "pending",
    totalPrice: 385,
    currency: "EUR",
    displayCurrency: null,
    displayTotal: null,
  });
  const user = open();
  await goToLastStep(user);
  await user.dblClick(await screen.findByRole("button", { name: "Confirm Booking" }));
  expect(await screen.findByText("Booked K7M-4QXD")).toBeVisible();
  expect(submitBooking).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem("booking_draft")).toBeNull();
});

it("leads to My booking, and to no form, who goes back from the thank-you page", async () => {
  vi.mocked(submitBooking).mockResolvedValue({
    bookingId: "1",
    reference: "K7M-4QXD",
    status: "pending",
    totalPrice: 385,
    currency: "EUR",
    displayCurrency: null,
    displayTotal: null,
  });
  const user = open();
  await goToLastStep(user);
  await user.click(await screen.findByRole("button", { name: "Confirm Booking" }));
  expect(await screen.findByText("Booked K7M-4QXD")).toBeVisible();
  for (const step of [3, 2]) {
    await act(() => router.navigate(-1));
    expect(await screen.findByRole("heading", { name: "My booking" }), `from step ${step}`).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Booking Details" })).toBeNull();
  }
  // Another link to the form is another booking.
  await act(() => router.navigate(`/booking${link}`));
  expect(await screen.findByRole("heading", { name: "Booking Details" })).toBeVisible();
});

it("marks cars that are booked for the chosen dates, and offers none of them", async () => {
  vi.mocked(fetchAvailability).mockImplementation(
    async () =>
      new Map([
        ["subaru-forester", booked],
        ["toyota-4runner", booked],
      ]),
  );
  parts.rental.availability = true;
  open();
  const other = await screen.findByRole("option", { name: "Toyota 4Runner – Not available for these dates" });
  expect(other).toBeDisabled();
  expect(screen.getByRole("option", { name: "Hyundai Elantra" })).toBeEnabled();
  expect(screen.getByLabelText("Car")).toHaveAccessibleDescription("Not available for these dates");
  parts.rental.availability = false;
});

it("shows prices in the visitor's currency, and names what is charged beside the total", async () => {
  const user = open();
  await act(async () => chooseCurrency("USD"));
  await goToLastStep(user);
  // 7 days at 55 euro.
  const summary = screen.getByRole("region", { name: "Price summary" });
  expect(summary).toHaveTextContent(" × 7≈ $449");
  expect(summary).toHaveTextContent("You pay €385 (about $449). Rate of 1 Jun 2026: 1 EUR = 1.165 USD");
  await act(async () => chooseCurrency("EUR"));
  expect(summary).toHaveTextContent("€385");
  expect(summary).not.toHaveTextContent("You pay");
});

it("shows one currency at every step, and the charged one only where the booking is confirmed", async () => {
  const inEuro = () =>
    [...document.body.querySelectorAll("*")].filter(
      (element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && /€/.test(node.nodeValue ?? ""),
        ) && !element.closest("[data-charged]"),
    );
  const user = open();
  await act(async () => chooseCurrency("USD"));
  await screen.findByRole("heading", { name: "Booking Details" });
  expect(screen.getAllByText("Rate of 1 Jun 2026")[0]).toBeVisible();
  expect(screen.getByText(/^Delays over 20 minutes/)).toHaveTextContent("incur a ≈ $59 charge");
  expect(inEuro()).toEqual([]);
  expect(document.querySelectorAll("[data-charged]")).toHaveLength(0);
  await next(user, "Extras");
  expect(inEuro()).toEqual([]);
  await next(user, "Complete Your Booking");
  expect(inEuro()).toEqual([]);
  expect(document.querySelectorAll("[data-charged]")).toHaveLength(1);
  await act(async () => chooseCurrency("EUR"));
});

it("books nothing when the price has changed since it was shown", async () => {
  const user = open();
  await goToLastStep(user);
  await screen.findByRole("button", { name: "Confirm Booking" });
  const shown = await vi.mocked(fetchQuote).mock.results.at(-1)?.value;
  vi.mocked(fetchQuote).mockResolvedValue({ ...shown, totalPrice: shown.totalPrice + 10 });
  await user.click(screen.getByRole("button", { name: "Confirm Booking" }));
  expect(await screen.findByText(/The price changed from .* Nothing was booked/)).toBeVisible();
  expect(submitBooking).not.toHaveBeenCalled();
});

it("leads back to the field that the server refuses", async () => {
  const body = {
    success: false as const,
    error: "InvalidInput",
    code: "email_invalid",
    message: "This address takes no mail",
    fields: [{ field: "customerEmail", code: "email_invalid", message: "This address takes no mail" }],
  };
  vi.mocked(submitBooking).mockRejectedValue(new ApiError(422, body, "", undefined));
  const user = open();
  await goToLastStep(user);
  await user.click(await screen.findByRole("button", { name: "Confirm Booking" }));
  expect(await screen.findByText("This address takes no mail")).toBeVisible();
  expect(screen.getByLabelText("Email address")).toHaveFocus();
});

it("keeps everything for who is too late, and books another car by one tap", async () => {
  const alternatives = {
    cars: [{ car: "Toyota 4Runner", slug: "toyota-4runner", left: 1, dailyDifference: 5 }],
    freeFrom: null,
  };
  const error = "CarNoLongerAvailable";
  const body = { success: false as const, error, code: error, message: "Gone", details: { alternatives } };
  vi.mocked(submitBooking).mockRejectedValueOnce(new ApiError(409, body, "", undefined));
  const user = open();
  await goToLastStep(user);
  await user.click(await screen.findByRole("button", { name: "Confirm Booking" }));
  await screen.findByRole("heading", { name: /^Someone else has just booked the last Subaru Forester/ });
  expect(screen.queryByText("Gone")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Toyota 4Runner/ }));
  expect(screen.queryByRole("heading", { name: /^Someone else/ })).toBeNull();
  await expect.poll(() => screen.getByRole("button", { name: "Confirm Booking" })).toBeEnabled();
  await user.click(screen.getByRole("button", { name: "Confirm Booking" }));
  await expect.poll(() => vi.mocked(submitBooking).mock.calls.length).toBe(2);
  const [first, second] = vi.mocked(submitBooking).mock.calls.map(([draft]) => draft);
  expect(second?.personal).toEqual(first?.personal);
  expect(second?.personal.customerEmail).toBe("ada@example.com");
  expect(second?.details).toEqual({ ...first?.details, carType: "Toyota 4Runner" });
});
