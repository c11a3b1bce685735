import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { Lead } from "../api";
import { AlertPanel } from "./alert-panel";
import { LeadPanel } from "./lead-panel";

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
