import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RegionMap } from "@/features/site/shared/map/api";
import type { Place, SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { Route } from "./route";
import { drawnRoute, type RouteBlock, stopsOf } from "./rules";

const locations = [{ code: "tbilisi", name: "Tbilisi" }] as Place[];
const site = {
  ...testSite(),
  tenant: testTenant,
  displayCurrencies: [],
  locations,
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const block: RouteBlock = {
  type: "route",
  stops: [{ place: "tbilisi" }, { name: "Sighnaghi", latitude: 41.6, longitude: 45.9 }],
  kilometres: 1230,
  drivingHours: 5.5,
  carClass: "4x4",
  note: "Fords.",
};
const map: RegionMap = {
  width: 1200,
  height: 750,
  countries: [],
  lakes: "",
  scaleKilometres: 20,
  scaleLength: 100,
  points: [
    { key: "0", x: 100, y: 200 },
    { key: "1", x: 300, y: 250.5 },
    { key: "2", x: 100, y: 200 },
  ],
};

class NoObserver {
  observe() {}
  disconnect() {}
}

beforeEach(() => vi.stubGlobal("ResizeObserver", NoObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(shown: RouteBlock, answer: () => Response) {
  vi.stubGlobal("fetch", async () => answer());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MemoryRouter initialEntries={["/vashlovani-national-park-guide?pickup=tbilisi"]}>
      <QueryClientProvider client={client}>
        <Route block={shown} place={6} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it("shows the route on the map, its stops, how long it is, and the cars that it needs", async () => {
  const { container } = show(block, () => Response.json({ success: true, map }));

  const stops = within(screen.getByRole("list", { name: "Stops" })).getAllByRole("listitem");
  expect(stops.map(({ textContent }) => textContent)).toEqual(["1Tbilisi", "2Sighnaghi"]);
  expect(screen.getByRole("link", { name: "Tbilisi" }).getAttribute("href")).toBe(
    "/places/tbilisi?pickup=tbilisi",
  );
  expect(screen.getByText("Driving: 5 h 30 min, 1,230 km")).toBeTruthy();
  expect(screen.getByText("Fords.")).toBeTruthy();
  const cars = screen.getByRole("link", { name: /^\d+ cars, from .* a day$/ });
  expect(cars.getAttribute("href")).toBe("/cars?pickup=tbilisi&drive=4x4");
  expect(screen.getByRole("img", { name: "Map of the route: Tbilisi, Sighnaghi" })).toBeTruthy();
  await vi.waitFor(() => expect(container.querySelector("path[d='M100 200L300 250.5']")).toBeTruthy());
});

it("keeps the list of stops where the map does not come, and asks again", async () => {
  let isBroken = true;
  const { container } = show(block, () =>
    isBroken ? Response.error() : Response.json({ success: true, map }),
  );
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText("Sighnaghi")).toBeTruthy();

  isBroken = false;
  again.click();

  await vi.waitFor(() => expect(container.querySelectorAll("[data-label]").length).toBe(2));
});

it("says nothing of length and car where the company has entered none", () => {
  show({ type: "route", stops: block.stops }, () => Response.json({ success: true, map: null }));

  expect(screen.queryByText(/Driving/)).toBeNull();
  expect(screen.queryByText("Car for this route")).toBeNull();
});

it("names a class that the company has no car of, without a link", () => {
  show({ ...block, carClass: "van" }, () => Response.json({ success: true, map }));

  expect(screen.getByText("Van")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /a day/ })).toBeNull();
});

it("leaves out a stop at a place that is gone, and one marker of a round trip", () => {
  const stops = [{ place: "tbilisi" }, { place: "gone" }, { place: "gone", name: "Old office" }];
  expect(stopsOf({ type: "route", stops }, locations).map(({ key, name }) => [key, name])).toEqual([
    ["0", "Tbilisi"],
    ["2", "Old office"],
  ]);
  const { line, shown } = drawnRoute(map, ["0", "1", "2"]);
  expect(line).toEqual(map.points);
  expect([...shown]).toEqual(["0", "1"]);
  expect(drawnRoute(map, ["7", "1"]).line).toEqual([map.points[1]]);
});
