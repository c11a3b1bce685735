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
  location: null,
  state: "in_service",
  isShown: false,
  pictureId: null,
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
      isImported: false,
    },
  ],
  unassigned: [],
});

function Page({ shown }: { shown: Calendar }) {
  const mover = useMove();
  return (
    <>
      <MovedNote mover={mover} />
      <Timeline
        calendar={shown}
        today="2026-12-03"
        mover={mover}
        onOpen={() => undefined}
        onBookingDates={(bookingId, period) => dated.push([bookingId, period])}
        onDraw={(vehicle, { from, until }) => drawn.push([vehicle.plate, from, until])}
      />
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
const dated: unknown[] = [];
const drawn: unknown[] = [];
beforeEach(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ ...testSite(), tenant: testTenant, locations: [] })}</script>`;
  for (const each of [sent, dated, drawn]) each.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = await request.json();
    sent.push(body);
    if (request.method === "PUT") return new Response(null, { status: 204 });
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
  expect(await screen.findByText("AA-101-BB is assigned to K7M-4QXD.")).toBeTruthy();
  expect(sent).toEqual([{ bookingId: "b1", fromVehicleId: "v0", toVehicleId: "v1", acceptOtherCar: false }]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ fromVehicleId: "v1", toVehicleId: "v0" });
  expect(await screen.findByText("Undone.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("of five hundred vehicles only those in sight are drawn", () => {
  draw(calendar(500));
  expect(screen.getByText("AA-100-BB")).toBeTruthy();
  expect(screen.queryByText("AA-400-BB")).toBeNull();
  expect(screen.getAllByRole("link").length).toBeLessThan(60);
});

const block = (): Calendar => {
  const shown = calendar(2);
  const [first] = shown.bars;
  if (!first) throw new Error("no bar");
  return {
    ...shown,
    bars: [
      first,
      {
        ...first,
        id: "k1",
        vehicleId: "v1",
        kind: "workshop",
        bookingId: null,
        status: null,
        title: "Brakes",
      },
    ],
  };
};

test("other days of a booking are asked about; a block moves at once, and back", async () => {
  draw(block());
  const bar = screen.getByRole("button", { name: /Nino Beridze/ });
  fireEvent.keyDown(bar, { key: "ArrowRight", altKey: true });
  fireEvent.keyDown(bar, { key: "ArrowLeft", altKey: true, shiftKey: true });
  const [later, shorter] = dated as [string, Record<string, string>][];
  expect(later).toEqual(["b1", { startsAt: "2026-12-06T05:00:00.000Z", endsAt: "2026-12-09T05:00:00.000Z" }]);
  expect(shorter?.[1]).toMatchObject({ endsAt: "2026-12-07T05:00:00.000Z" });
  expect(sent).toEqual([]);
  fireEvent.keyDown(screen.getByRole("button", { name: /Brakes/ }), {
    key: "ArrowRight",
    altKey: true,
    shiftKey: true,
  });
  expect(await screen.findByText("Block for AA-101-BB moved.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone.");
  const same = { startsAt: "2026-12-05T05:00:00Z", vehicleId: "v1" };
  expect(sent).toEqual([
    { ...same, endsAt: "2026-12-09T05:00:00.000Z" },
    { ...same, endsAt: "2026-12-08T05:00:00Z" },
  ]);
});

test("the mouse pulls the end of a bar by whole days, and draws a block where nothing is", () => {
  draw(block());
  const lane = document.querySelector<HTMLElement>("[data-lane=v0]");
  if (lane) fireEvent.pointerEnter(lane);
  const end = lane?.querySelector<HTMLElement>("[data-handle=end]");
  if (!lane || !end) throw new Error("no lane");
  lane.getBoundingClientRect = () => new DOMRect(0, 0, 310, 40);
  fireEvent.pointerDown(end, { clientX: 75, button: 0 });
  fireEvent.pointerMove(end, { clientX: 96 });
  fireEvent.pointerUp(end, { clientX: 96 });
  expect(dated).toEqual([["b1", { startsAt: "2026-12-05T05:00:00Z", endsAt: "2026-12-10T05:00:00.000Z" }]]);
  fireEvent.pointerDown(lane, { clientX: 200, button: 0 });
  fireEvent.pointerUp(lane, { clientX: 202 });
  expect(drawn).toEqual([]);
  fireEvent.pointerDown(lane, { clientX: 200, button: 0 });
  fireEvent.pointerMove(lane, { clientX: 230 });
  fireEvent.pointerUp(lane, { clientX: 230 });
  fireEvent.pointerDown(lane, { clientX: 75, button: 0 });
  fireEvent.pointerMove(lane, { clientX: 95 });
  fireEvent.pointerUp(lane, { clientX: 95 });
  expect(drawn).toEqual([
    ["AA-100-BB", "2026-12-21T00:00", "2026-12-24T00:00"],
    // Until the booking has come back and the car is clean, it is not blocked.
    ["AA-100-BB", "2026-12-08T11:00", "2026-12-11T00:00"],
  ]);
});
