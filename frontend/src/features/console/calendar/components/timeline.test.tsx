import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { Calendar } from "../api";
import { useMove } from "../use-move";
import { MovedNote } from "./moved-note";
import { Timeline } from "./timeline";

const at = "2026-12-01T00:00:00Z";
const vehicle = (id: string, plate: string): Calendar["vehicles"][number] => ({
  id,
  plate,
  carId: "c",
  car: "Lada Niva",
  year: 2021,
  color: "",
  mileageKm: 0,
  homeLocation: "tbilisi",
  state: "in_service",
  warnings: 0,
  updatedAt: at,
});
const calendar = (count: number): Calendar => ({
  success: true,
  firstDay: "2026-12-01",
  lastDay: "2026-12-31",
  timezone: "Asia/Tbilisi",
  vehicles: Array.from({ length: count }, (_, index) => vehicle(`v${index}`, `AA-${100 + index}-BB`)),
  bars: [
    {
      id: "b1",
      vehicleId: "v0",
      kind: "booking",
      bookingId: "b1",
      title: "",
      startsAt: "2026-12-05T05:00:00Z",
      endsAt: "2026-12-08T05:00:00Z",
      blockedUntil: "2026-12-08T07:00:00Z",
      isFirm: true,
      reference: "K7M-4QXD",
      status: "confirmed",
      customerName: "Nino Beridze",
      car: "Lada Niva",
      pickupLocation: "tbilisi",
      dropoffLocation: "tbilisi",
      transferFrom: null,
      gapHours: null,
      isOverdue: false,
      isOtherCar: false,
    },
  ],
  unassigned: [],
});

function Page({ shown }: { shown: Calendar }) {
  const mover = useMove();
  return (
    <>
      <MovedNote mover={mover} />
      <Timeline calendar={shown} today="2026-12-03" mover={mover} onOpen={() => undefined} />
    </>
  );
}

function draw(shown: Calendar) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Page shown={shown} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const sent: unknown[] = [];
beforeEach(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ ...testSite(), tenant: testTenant, locations: [] })}</script>`;
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = await request.json();
    sent.push(body);
    const undo = { ...body, fromVehicleId: body.toVehicleId, toVehicleId: body.fromVehicleId };
    return Response.json({ success: true, transferFrom: null, undo });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a booking is moved with the keyboard to the next free vehicle, and back", async () => {
  draw(calendar(3));
  const bar = screen.getByRole("button", { name: /Nino Beridze, K7M-4QXD, Confirmed/ });
  fireEvent.keyDown(bar, { key: "ArrowDown" });
  expect(sent).toEqual([]);
  fireEvent.keyDown(bar, { key: "ArrowDown", altKey: true });
  expect(await screen.findByText("K7M-4QXD has AA-101-BB now.")).toBeTruthy();
  expect(sent).toEqual([{ bookingId: "b1", fromVehicleId: "v0", toVehicleId: "v1", acceptOtherCar: false }]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ fromVehicleId: "v1", toVehicleId: "v0" });
  expect(await screen.findByText("Taken back.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("of five hundred vehicles only those in sight are drawn", () => {
  draw(calendar(500));
  expect(screen.getByText("AA-100-BB")).toBeTruthy();
  expect(screen.queryByText("AA-400-BB")).toBeNull();
  expect(screen.getAllByRole("link").length).toBeLessThan(60);
});
