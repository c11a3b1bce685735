import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import { MemoryRouter, Outlet, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BuiltInRole } from "@/features/console/shared/roles";
import { render } from "@/testing/render";
import { rightsOf } from "@/testing/rights";
import { testSite, testTenant } from "@/testing/site";
import type { ConflictTask, Day, Task } from "../api";
import { shownAtFirst } from "../rules";
import { taskTime } from "../words";
import { TaskList } from "./task-list";

const now = new Date("2026-12-01T06:00:00Z");
const task: Task = {
  kind: "pickup",
  urgency: "today",
  dueAt: "2026-12-01T05:30:00Z",
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
  balance: 120,
  deposit: 0,
  costs: 0,
  costsAmount: 0,
  assignee: null,
  isMine: false,
  blacklisted: false,
};

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  const locations = [
    { code: "tbilisi", name: "Tbilisi" },
    { code: "batumi", name: "Batumi" },
  ];
  const config = { ...testSite(), tenant: testTenant, locations };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function draw(tasks: Task[], role: BuiltInRole = "owner", conflicts: ConflictTask[] = []) {
  const kinds = [...new Set(tasks.map(({ kind }) => kind))];
  const day: Day = {
    success: true,
    day: "2026-12-01",
    timezone: "Asia/Tbilisi",
    currency: "EUR",
    tasks,
    counts: [
      ...kinds.map((kind) => ({ kind, count: tasks.filter((each) => each.kind === kind).length })),
      ...(conflicts.length > 0 ? [{ kind: "calendar_conflict" as const, count: conflicts.length }] : []),
    ],
    dueToday: 0,
    due: [],
    heldCommissions: null,
    leads: [],
    holds: [],
    staff: [
      { adminId: "a1", name: "Lasha" },
      { adminId: "a2", name: "Nino" },
    ],
    bookingsRefusedAt: null,
    calendarConflicts: conflicts,
    byCustomers: [],
  };
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Routes>
          <Route element={<Outlet context={{ admin: { rights: rightsOf(role) } }} />}>
            <Route index element={<TaskList day={day} />} />
          </Route>
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test("a pickup has its hour by the company's clocks, its place, its money, and a call and a chat", () => {
  draw([task]);
  const row = screen.getByRole("listitem");
  expect(row.textContent).toContain("09:30");
  expect(row.textContent).toContain("Lada Niva · no vehicle assigned · Tbilisi");
  expect(row.textContent).toContain("€120 to pay");
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(link("Call Nino Beridze")).toBe("tel:+995555123456");
  expect(link("Chat with Nino Beridze")).toBe(task.chatUrl);
  expect(link("Nino Beridze")).toBe("/admin/bookings/b1");
  expect(link("Record handover: Nino Beridze")).toBe("/admin/yard/b1/handover");
  expect(screen.getByRole("button", { name: "Take a payment: Nino Beridze" })).toBeTruthy();
});

test("tasks stand under how urgent they are, and one kind can be looked at alone", () => {
  draw([
    { ...task, kind: "late_return", urgency: "now" },
    { ...task, bookingId: "b2", kind: "confirm", customerName: "Ana" },
    task,
  ]);
  expect(within(screen.getByRole("region", { name: "Now" })).getAllByRole("listitem")).toHaveLength(1);
  expect(within(screen.getByRole("region", { name: "Today" })).getAllByRole("listitem")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Waiting for confirmation 1" }));
  expect(screen.getAllByRole("listitem").map((row) => within(row).getByText("Ana"))).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "All 3" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});

test("what is assigned to oneself can be looked at alone", () => {
  draw([
    { ...task, assignee: { adminId: "a1", name: "Lasha" }, isMine: true },
    { ...task, bookingId: "b2" },
  ]);
  const chosen = screen.getAllByRole<HTMLSelectElement>("combobox").map(({ value }) => value);
  expect(chosen).toEqual(["a1", ""]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Only mine" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("each kind says when it is due and how late it is", () => {
  const at = (kind: Task["kind"], dueAt: string) => taskTime({ ...task, kind, dueAt }, now);
  expect(at("late_return", "2026-12-01T05:15:00Z")).toBe("45 min late");
  expect(at("late_return", "2026-12-01T02:40:00Z")).toBe("3 h 20 min late");
  expect(at("late_pickup", "2026-11-29T05:00:00Z")).toBe("2 days late");
  expect(at("confirm", "2026-12-01T08:00:00Z")).toBe("2 h left");
  expect(at("confirm", "2026-12-01T05:00:00Z")).toBe("cancelling");
  expect(at("transfer", "2026-12-01T05:30:00Z")).toBe("pickup 09:30");
});

test("a transfer names where the car is and where it is picked up", () => {
  draw([{ ...task, kind: "transfer", plate: "AA-1", bringFrom: "batumi" }]);
  expect(screen.getByRole("listitem").textContent).toContain("Lada Niva · AA-1 · from Batumi to Tbilisi");
});

test("the desk records payments and gives nothing back", () => {
  draw([{ ...task, kind: "payment", balance: -20 }], "desk");
  expect(screen.queryByRole("button", { name: /Refund/ })).toBeNull();
});

test("proposed costs are decided over the list", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({
      success: true,
      currency: "EUR",
      records: [],
      existingDamages: [],
      lines: [{ id: "l1", kind: "cleaning", quantity: 1, amount: 41, state: "proposed", reason: "" }],
    }),
  );
  draw([{ ...task, kind: "costs", costs: 1, costsAmount: 41 }]);
  expect(screen.getByText("1 cost, €41")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Review: Nino Beridze" }));
  expect(await screen.findByRole("button", { name: "Accept" })).toBeTruthy();
});

test("one line more than a list shows is no reason to fold it", () => {
  expect(shownAtFirst([1, 2, 3, 4, 5, 6], 5)).toHaveLength(6);
  expect(shownAtFirst([1, 2, 3, 4, 5, 6, 7], 5)).toHaveLength(5);
});

test("calendar conflicts are tasks: of a booking its vehicle is changed, of a block the vehicle is opened", () => {
  const conflict: ConflictTask = {
    calendarId: "c1",
    calendar: "Turo",
    vehicleId: "v1",
    plate: "AA-1",
    startsAt: "2026-12-03T05:30:00Z",
    endsAt: "2026-12-04T05:30:00Z",
    bookingId: "b1",
    reference: "ABC-123",
    title: "",
    urgency: "today",
  };
  const block = { ...conflict, calendarId: "c2", bookingId: null, reference: null, title: "Brakes" };
  draw([task], "owner", [conflict, block]);
  const rows = within(screen.getByRole("region", { name: "Today" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining("AA-1 Turo overlaps booking ABC-123"),
    expect.stringContaining("AA-1 Turo overlaps block Brakes"),
    expect.stringContaining("Nino Beridze"),
  ]);
  expect(screen.getByRole("button", { name: "Change vehicle: ABC-123" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open vehicle" }).getAttribute("href")).toBe("/admin/vehicles/v1");
  fireEvent.click(screen.getByRole("button", { name: "Calendar conflicts 2" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});
