import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { csvCells, type TableColumn } from "./columns";
import { DataTable } from "./data-table";

interface Car {
  id: string;
  plate: string;
  mileage: number;
  note: string | null;
}

const cars: Car[] = [
  { id: "a", plate: "BB-1", mileage: 9, note: null },
  { id: "b", plate: "AA-10", mileage: 1000, note: "=1+1" },
  { id: "c", plate: "CC-2", mileage: 20, note: "roof tent" },
];
const columns: TableColumn<Car>[] = [
  { id: "plate", title: "Plate", cell: (car) => car.plate, value: (car) => car.plate, sort: "asc" },
  { id: "mileage", title: "Mileage", cell: (car) => car.mileage, value: (car) => car.mileage, sort: "desc" },
  { id: "note", title: "Note", cell: (car) => car.note, value: (car) => car.note, isOptional: true },
];

interface Shown {
  address?: string;
  more?: Partial<Parameters<typeof DataTable<Car>>[0]>;
}

function show({ address = "/cars", more = {} }: Shown = {}) {
  const page = (
    <DataTable
      label="Cars"
      rows={cars}
      columns={columns}
      rowId={(car) => car.id}
      to={(car) => `/cars/${car.id}`}
      {...more}
    />
  );
  const router = createMemoryRouter([{ path: "/cars", element: page }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const plates = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);
const header = (name: string) => screen.getByRole("columnheader", { name });
const sortBy = (name: string) => fireEvent.click(within(header(name)).getByRole("button"));

test("a click on a title sorts, another one turns the order around, and the address keeps it", async () => {
  const router = show();
  expect(plates()).toEqual(["BB-1", "AA-10", "CC-2"]);
  sortBy("Mileage");
  await waitFor(() => expect(plates()).toEqual(["AA-10", "CC-2", "BB-1"]));
  expect(header("Mileage")).toHaveAttribute("aria-sort", "descending");
  expect(router.state.location.search).toBe("?sort=-mileage");
  sortBy("Mileage");
  await waitFor(() => expect(plates()).toEqual(["BB-1", "CC-2", "AA-10"]));
  expect(header("Plate")).not.toHaveAttribute("aria-sort");
});

test("two quick clicks on a title turn the order around", () => {
  const router = show();
  const title = within(header("Mileage")).getByRole("button");
  act(() => {
    title.click();
    title.click();
  });
  expect(router.state.location.search).toBe("?sort=mileage");
});

test("columns that are ticked quickly one after the other are all shown", () => {
  const more = (id: string) => ({ id, title: id, cell: () => id, isOptional: true });
  const router = show({ more: { columns: [...columns, more("seats"), more("doors")] } });
  fireEvent.keyDown(screen.getByRole("button", { name: "Columns" }), { key: "Enter" });
  const items = ["seats", "doors"].map((name) => screen.getByRole("menuitemcheckbox", { name }));
  act(() => {
    for (const item of items) item.click();
  });
  expect(router.state.location.search).toBe("?columns=plate%2Cmileage%2Cseats%2Cdoors");
  for (const item of items) expect(item).toBeChecked();
});

test("on a phone the order is chosen from a list", async () => {
  const router = show();
  fireEvent.change(screen.getByLabelText("Sort by"), { target: { value: "-plate" } });
  await waitFor(() => expect(plates()).toEqual(["CC-2", "BB-1", "AA-10"]));
  expect(router.state.location.search).toBe("?sort=-plate");
});

test("rows sorted by the server stay in its order", async () => {
  const router = show({ more: { isSortedByServer: true, defaultSort: "-mileage" } });
  expect(header("Mileage")).toHaveAttribute("aria-sort", "descending");
  sortBy("Plate");
  await waitFor(() => expect(router.state.location.search).toBe("?sort=plate"));
  expect(plates()).toEqual(["BB-1", "AA-10", "CC-2"]);
});

test("a sort or a column that does not exist is ignored", () => {
  show({ address: "/cars?sort=-price&columns=price,note" });
  expect(plates()).toEqual(["BB-1", "AA-10", "CC-2"]);
  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Plate", "Note"]);
});

test("an optional column is shown once it is chosen", () => {
  show();
  expect(screen.queryByRole("columnheader", { name: "Note" })).toBeNull();
});

test("bulk actions get the selected rows, and only while some are selected", async () => {
  const act = vi.fn();
  show({
    more: {
      bulkActions: (rows) => (
        <button type="button" onClick={() => act(rows.map(({ id }) => id))}>
          {"Sell"}
        </button>
      ),
    },
  });
  expect(screen.queryByRole("button", { name: "Sell" })).toBeNull();
  const [first, , third] = screen.getAllByRole("checkbox", { name: "Select row" });
  fireEvent.click(first as HTMLElement);
  fireEvent.click(third as HTMLElement);
  fireEvent.click(screen.getByRole("button", { name: "Sell" }));
  expect(act).toHaveBeenLastCalledWith(["a", "c"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  fireEvent.click(screen.getByRole("button", { name: "Sell" }));
  expect(act).toHaveBeenLastCalledWith(["a", "b", "c"]);
  fireEvent.click(screen.getByRole("button", { name: "Clear selection" }));
  expect(screen.queryByRole("button", { name: "Sell" })).toBeNull();
});

test("arrows go from one row's link to the next", () => {
  show();
  const links = screen.getAllByRole("link");
  links[0]?.focus();
  fireEvent.keyDown(links[0] as HTMLElement, { key: "ArrowDown" });
  expect(links[1]).toHaveFocus();
  fireEvent.keyDown(links[1] as HTMLElement, { key: "ArrowUp" });
  expect(links[0]).toHaveFocus();
});

test("details open below their row", () => {
  show({
    more: {
      details: (car) => (car.note ? { label: `Note of ${car.plate}`, content: <p>{car.note}</p> } : null),
    },
  });
  expect(screen.queryByText("roof tent")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Note of CC-2" }));
  expect(screen.getByText("roof tent")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Note of BB-1" })).toBeNull();
});

test("the file has the titles and values of the shown columns", () => {
  expect(csvCells(columns, cars.slice(0, 2))).toEqual([
    ["Plate", "Mileage", "Note"],
    ["BB-1", 9, ""],
    ["AA-10", 1000, "=1+1"],
  ]);
});

test("the rest of a long list is shown when asked for", () => {
  show({ more: { shownAtFirst: 2, defaultSort: "plate" } });
  expect(plates()).toEqual(["AA-10", "BB-1"]);
  fireEvent.click(screen.getByRole("button", { name: "Show all 3 rows" }));
  expect(plates()).toEqual(["AA-10", "BB-1", "CC-2"]);
  expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
});
