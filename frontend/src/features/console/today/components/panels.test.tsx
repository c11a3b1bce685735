import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { DayItem, Lead } from "../api";
import { shownAtFirst } from "../rules";
import { AlertPanel } from "./alert-panel";
import { BookingPanel } from "./booking-panel";
import { LeadPanel } from "./lead-panel";
import { UndecidedPanel } from "./undecided-panel";

const item: DayItem = {
  bookingId: "b1",
  reference: "K7M-4QXD",
  status: "confirmed",
  at: "2026-12-01T05:30:00Z",
  place: "tbilisi",
  customerName: "Nino Beridze",
  customerPhone: "+995 555 123 456",
  chatUrl: "https://wa.me/995555123456",
  car: "Lada Niva",
  plate: null,
  bringFrom: null,
  cancelsAt: null,
  balance: 120,
  deposit: 0,
  blacklisted: false,
};
const lead: Lead = {
  id: "l1",
  name: "Ana",
  email: "ana@example.com",
  phone: "",
  chatUrl: null,
  car: "Lada Niva",
  pickupDate: "2026-12-01",
  returnDate: "soon",
  state: "new",
  stateBy: null,
  stateAt: null,
  createdAt: "2026-11-20T05:30:00Z",
  updatedAt: "2026-11-20T05:30:00Z",
};

beforeEach(() => {
  const locations = [{ code: "tbilisi", name: "Tbilisi" }];
  const config = { ...testSite(), tenant: testTenant, locations };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
});
afterEach(() => vi.unstubAllGlobals());

function draw(element: ReactElement) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>
    </MemoryRouter>,
  );
}

test("a pickup has its hour by the company's clocks, its place, and a call and a chat", () => {
  draw(<BookingPanel title="Pickups" items={[item]} />);
  expect(screen.getByText("09:30")).toBeTruthy();
  expect(screen.getByText("Tbilisi")).toBeTruthy();
  expect(screen.getByText(/no vehicle assigned/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Call Nino Beridze" }).getAttribute("href")).toBe(
    "tel:+995555123456",
  );
  expect(screen.getByRole("link", { name: "Chat with Nino Beridze" }).getAttribute("href")).toBe(
    item.chatUrl,
  );
  expect(screen.getByRole("link", { name: "Nino Beridze" }).getAttribute("href")).toBe("/admin/bookings/b1");
});

test("a panel without bookings says so, or is left out", () => {
  draw(
    <>
      <BookingPanel title="Returns" items={[]} nothing="No more returns today." />
      <BookingPanel title="Overdue" items={[]} />
    </>,
  );
  expect(screen.getByText("No more returns today.")).toBeTruthy();
  expect(screen.queryByText("Overdue")).toBeNull();
});

test("a long list is folded, and one line more is not", () => {
  const seven = Array.from({ length: 7 }, (_, n) => ({ ...item, bookingId: `b${n}` }));
  draw(<BookingPanel title="Waiting for confirmation" items={seven} />);
  expect(screen.getByText("Waiting for confirmation (7)")).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  fireEvent.click(screen.getByRole("button", { name: "and 2 more", expanded: false }));
  expect(screen.getAllByRole("listitem")).toHaveLength(7);
  fireEvent.click(screen.getByRole("button", { name: "Show fewer", expanded: true }));
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  expect(shownAtFirst([1, 2, 3, 4, 5, 6], 5)).toHaveLength(6);
});

test("a car to bring names where it is, undecided costs lead to their booking", () => {
  const undecided = {
    bookingId: "b2",
    reference: "K7M-4QXD",
    customerName: "Ana",
    car: "Golf",
    costs: 2,
    amount: 41,
  };
  draw(
    <>
      <BookingPanel title="Vehicle transfers" items={[{ ...item, plate: "AA-1", bringFrom: "tbilisi" }]} />
      <UndecidedPanel undecided={[undecided]} currency="EUR" />
      <UndecidedPanel undecided={[]} currency="EUR" />
    </>,
  );
  expect(screen.getByText("Lada Niva · AA-1 · now in Tbilisi")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ana" }).getAttribute("href")).toBe("/admin/bookings/b2");
  expect(screen.getByText("2 costs, €41")).toBeTruthy();
  expect(screen.getAllByText(/Return costs to review/)).toHaveLength(1);
});

test("a begun booking is marked with how it went", async () => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push([`${request.method} ${new URL(request.url).pathname}`, await request.json()]);
    return Response.json({ success: true, lead: { ...lead, state: "contacted" } });
  });
  draw(<LeadPanel leads={[lead]} />);
  expect(screen.getByText("Lada Niva · from 1 Dec 2026")).toBeTruthy();
  // No call and no chat; a car and a day that are not of today's catalogue and calendar are left out.
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin/bookings/new?customerName=Ana&customerEmail=ana%40example.com",
  ]);
  fireEvent.change(screen.getByRole("combobox", { name: "State of Ana" }), {
    target: { value: "contacted" },
  });
  await waitFor(() => expect(sent).toEqual([["PATCH /api/admin/leads/l1", { state: "contacted" }]]));
});

test("an alert of the figures leads to its days, and is put away", async () => {
  const sentence = "Sessions fell by half since Tuesday, 17 November.";
  const alert = { id: "a1", campaign: "autumn-4x4", firstDay: "2026-11-17", measure: "sessions", sentence };
  const put: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") put.push(new URL(request.url).pathname);
    return Response.json({ success: true, alerts: put.length > 0 ? [] : [alert] });
  });
  draw(<AlertPanel today="2026-11-23" />);
  await screen.findByText(sentence);
  expect(screen.getByRole("link", { name: "Show these days" }).getAttribute("href")).toBe(
    "/admin/quiz-analytics?from=2026-11-17&to=2026-11-23&utmCampaign=autumn-4x4",
  );
  fireEvent.click(screen.getByRole("button", { name: `Dismiss: ${sentence}` }));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(put).toEqual(["/api/quiz/analytics/alerts/a1/dismiss"]);
});
