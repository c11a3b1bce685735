import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { chooseCurrency } from "@/lib/currency";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testPlace, testSite, testTenant } from "@/testing/site";
import type { OwnBooking } from "../api";
import { PriceSection } from "./price-section";
import { TripSection } from "./trip-section";

const site = {
  ...testSite(),
  tenant: testTenant,
  locations: [testPlace("tbilisi", "Tbilisi")],
  displayCurrencies: [
    { currency: "USD", rate: 1.165, date: "2026-06-01", rounding: { step: 1, mode: "up" } },
  ],
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const booking = {
  id: "0197a5b2-1c9e-7b1e-8a57-5d2f6a3f9c11",
  calendarSequence: 60,
  reference: "K7M-4QXD",
  status: "confirmed",
  carName: "Subaru Forester",
  pickupLocation: "tbilisi",
  dropoffLocation: "tbilisi",
  pickupAt: "2031-07-01T05:00:00Z",
  returnAt: "2031-07-08T05:00:00Z",
  days: 7,
  currency: "EUR",
  totalPrice: 892,
  priceLines: [{ code: "car", label: "Subaru Forester", quantity: 7, unitPrice: 127, amount: 892 }],
  paid: 0,
  due: 892,
  deposit: 0,
  cardHolds: [],
  allowed: { pay: false, hold: null },
} as unknown as OwnBooking;

function draw(changes: Partial<OwnBooking>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TripSection booking={{ ...booking, ...changes }} />
      <PriceSection booking={{ ...booking, ...changes }} />
    </QueryClientProvider>,
  );
}

it("shows what a booking costs, its dates for the calendar, and the zone of its times", () => {
  draw({});
  expect(screen.getByText("Total")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add to calendar" })).toBeVisible();
  expect(screen.getByText("All times: Georgia Time")).toBeVisible();
});

it("is in the charged currency, with the total in the visitor's beside it", async () => {
  chooseCurrency("USD");
  draw({});
  expect(screen.getByText("about $1,040")).toHaveTextContent("Rate of 1 Jun 2026");
  expect(document.body.textContent?.match(/\$/g)).toHaveLength(1);
  chooseCurrency("EUR");
});

it("offers the deposit as a card hold, and shows one that is placed", () => {
  draw({ allowed: { ...booking.allowed, hold: 300 } });
  expect(screen.getByRole("button", { name: "Hold €300 deposit on a card" })).toBeVisible();
  cleanup();
  draw({ cardHolds: [{ amount: 300, until: "2031-07-05T05:00:00Z" }] });
  expect(screen.getByText(/€300 deposit on hold on your card until/)).toHaveTextContent("09:00");
  expect(screen.queryByRole("button", { name: /deposit on a card/ })).toBeNull();
});

it("shows no total as due and no calendar entry for a cancelled booking", () => {
  draw({ status: "cancelled", due: 0 });
  expect(screen.getByText("The booking was cancelled: nothing is due.")).toBeVisible();
  expect(screen.queryByText("Total")).toBeNull();
  expect(screen.queryByText(/892/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Add to calendar" })).toBeNull();
  cleanup();
  const settlement = {
    fee: 55, isCharged: false, paid: 100, refunded: 0, toRefund: 45, owed: 0, isCard: true, bankAccount: "",
  }; // biome-ignore format: amounts
  draw({ status: "cancelled", due: -45, settlement });
  expect(screen.getByText("Refund").parentElement).toHaveTextContent("€45");
  expect(screen.getByText("Cancellation fee").parentElement).toHaveTextContent("€55");
  expect(screen.getByText(/To the card you paid with/)).toBeVisible();
  cleanup();
  const unpaid = { ...settlement, paid: 0, toRefund: 0, owed: 55, isCard: false, bankAccount: "GE29NB" };
  draw({ status: "cancelled", due: 55, settlement: unpaid });
  expect(screen.getByText(/By bank transfer to GE29NB, with K7M-4QXD as the reference/)).toBeVisible();
});
