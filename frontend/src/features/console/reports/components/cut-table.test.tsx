import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import type { Row } from "../rules/columns";
import { CutTable } from "./cut-table";
import { Heat } from "./heat";

const row = (key: string, revenue: number, occupancy: number | null): Row => ({
  key,
  label: key === "(none)" ? null : `Plate ${key}`,
  detail: null,
  revenue,
  driven: revenue,
  booked: 0,
  pending: 0,
  cancelled: 0,
  noShow: 0,
  cancellationFees: 0,
  rentals: 2,
  days: 9,
  rentedDays: 9,
  availableDays: 30,
  occupancy,
  revenuePerAvailableDay: 12.3,
  revenueBefore: 200,
  occupancyBefore: null,
});
const rows = [row("a", 300, 20), row("b", 200, 80), row("(none)", 100, null)];
const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);

const show = (open = vi.fn()) => {
  const table = <CutTable name="cut" rows={rows} cut="vehicle" currency="EUR" onOpen={open} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: table }])} />);
};

test("rows come as the server orders them, and by the column that is pressed, without a figure last", async () => {
  show();
  expect(names()).toEqual(["Plate a", "Plate b", "No vehicle assigned"]);
  await userEvent.click(screen.getByRole("button", { name: "Occupancy" }));
  expect(names()).toEqual(["Plate b", "Plate a", "No vehicle assigned"]);
  expect(screen.getByRole("columnheader", { name: "Occupancy" })).toHaveAttribute("aria-sort", "descending");
});

test("a row says how revenue moved and leads to what is behind it", async () => {
  const open = vi.fn();
  show(open);
  const [, first] = screen.getAllByRole("row");
  expect(within(first as HTMLElement).getByText("+50%")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Plate a" }));
  expect(open).toHaveBeenCalledWith("a");
});

test("a model's month without available days is no zero", () => {
  const months = ["2026-05", "2026-06"].map((key) => ({
    ...row(key, 0, null),
    revenueYearBefore: 0,
    occupancyYearBefore: null,
  }));
  const cell = { key: "a", month: "2026-06", revenue: 1, availableDays: 3, occupancy: 50 };
  const report = { months, rows, monthsOfModels: [cell] } as unknown as Parameters<typeof Heat>[0]["report"];
  render(<Heat report={report} />);
  const [, first] = screen.getAllByRole("row");
  expect(
    within(first as HTMLElement)
      .getAllByRole("cell")
      .map((each) => each.textContent),
  ).toEqual(["–", "50.0%"]);
});
