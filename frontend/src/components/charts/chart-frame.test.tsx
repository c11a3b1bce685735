import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import BarChart from "./bar-chart";
import { type ChartRow, type ChartSeries, ChartTooltip } from "./chart-frame";
import { HeatMap } from "./heat-map";
import LineChart from "./line-chart";

const rows: ChartRow[] = [
  { id: "1", name: "1 May", values: { now: 7, before: 5 }, names: { before: "24 April" } },
  { id: "2", name: "2 May", values: { now: 3, before: null }, isOpen: true, notes: ["New landing page"] },
];
const series: ChartSeries[] = [
  { id: "now", name: "Sessions", color: "pine" },
  { id: "before", name: "Previous period", color: "ridge" },
];
const common = {
  label: "Sessions over time",
  rows,
  axisTitle: "Sessions",
  valueText: (value: number) => `${value}`,
};

const cells = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test("a chart is named, and its figures are a table for screen readers", () => {
  render(<LineChart {...common} series={series} isPast />);
  expect(screen.getByRole("figure", { name: "Sessions over time" })).toBeInTheDocument();
  expect(cells()).toEqual([
    ["", "Sessions", "Previous period"],
    ["1 May", "7", "5"],
    ["2 May (so far)", "3", "–"],
  ]);
});

test("a line is hidden and shown in the legend by pointer and keyboard, and stays in the table", async () => {
  const user = userEvent.setup();
  render(<LineChart {...common} series={series} isPast />);
  const before = cells();
  const press = screen.getByRole("button", { name: "Show line: Previous period" });
  expect(press).toHaveAttribute("aria-pressed", "true");
  await user.click(press);
  expect(press).toHaveAttribute("aria-pressed", "false");
  expect(screen.getByRole("button", { name: "Show line: Sessions" })).toHaveAttribute("aria-pressed", "true");
  press.focus();
  await user.keyboard("{Enter}");
  expect(press).toHaveAttribute("aria-pressed", "true");
  expect(cells()).toEqual(before);
});

test("where an entry of the legend filters, an eye of its own hides the line", async () => {
  const user = userEvent.setup();
  const pressed = vi.fn();
  render(<LineChart {...common} series={series} areEqual onSeries={{ press: pressed, title: "Filter" }} />);
  await user.click(screen.getByRole("button", { name: "Show line: Sessions" }));
  expect(pressed).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Sessions" }));
  expect(pressed).toHaveBeenCalledExactlyOnceWith("now");
});

test("a single line has nothing to hide, and bars have no eye", () => {
  render(<LineChart {...common} series={series.slice(0, 1)} />);
  render(<BarChart {...common} series={series} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("what is drawn behind the bars is in the table too", () => {
  const [now, before] = series as [ChartSeries, ChartSeries];
  render(<BarChart {...common} series={[now]} behind={before} />);
  expect(cells()[1]).toEqual(["1 May", "7", "5"]);
});

test("the tooltip names the time before by its own name, and leaves out what has no figure", () => {
  const tooltip = (row: ChartRow) => <ChartTooltip row={row} series={series} valueText={common.valueText} />;
  render(tooltip(rows[0] as ChartRow));
  expect(screen.getByText("24 April: 5")).toBeInTheDocument();
  cleanup();
  render(tooltip(rows[1] as ChartRow));
  expect(screen.getByText("2 May (so far)")).toBeInTheDocument();
  expect(screen.getByText("New landing page")).toBeInTheDocument();
  expect(screen.queryByText(/Previous period/)).toBeNull();
});

test("a cell of the heat map is darker the more it has, and says what it has", () => {
  const places = [
    { id: "a", name: "A" },
    { id: "b", name: "B" },
    { id: "c", name: "C" },
  ];
  const values: Record<string, number | null> = { a: 10, b: 1, c: null };
  render(
    <HeatMap
      label="Cells"
      rowTitle="Row"
      rows={[{ id: "row", name: "Row 1" }]}
      columns={places}
      value={(_, column) => values[column] ?? null}
      most={10}
      valueText={(value) => `${value} sessions`}
    />,
  );
  const shares = screen
    .getAllByRole("cell")
    .map((cell) => cell.getAttribute("style")?.match(/([0-9]+)%/)?.[1]);
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "10 sessions",
    "1 sessions",
    "–",
  ]);
  expect(Number(shares[0])).toBeGreaterThan(Number(shares[1]));
});
