import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CarAvailability } from "@/features/site/shared/availability/ask";
import { SearchForm } from "@/features/site/shared/search/search-form";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testPlace, testSite, testTenant } from "@/testing/site";
import { Showcase } from "./showcase";

const always = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));
const site = {
  ...testSite(),
  tenant: testTenant,
  locations: [
    testPlace("tbilisi", "Tbilisi"),
    { ...testPlace("batumi", "Batumi"), openingHours: always("08:00", "18:00"), outOfHoursFee: 25 },
  ],
  landing: { fleetTitle: "Choose your car", fleetText: "Cars for every road." },
  displayCurrencies: [],
  tracking: { clickIdDomains: [], consentRequired: false },
  botCheck: { configured: false, siteKey: null },
  film: null,
} as unknown as SiteConfig;

vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const search = "?pickup=tbilisi&dropoff=tbilisi&pickupDate=2031-07-01&returnDate=2031-07-08";
const asked: URL[] = [];
let answer: (url: URL) => Promise<Response>;

const fleet = () => site.cars.filter((car) => car.inFleet);

function fleetAvailability(of: Record<string, Partial<CarAvailability>>): Response {
  const cars = fleet().map(({ name, slug }) => ({
    car: name,
    slug,
    state: "available",
    left: null,
    freeFrom: null,
    ...of[name],
  }));
  return Response.json({ success: true, isPromised: true, cars });
}

beforeEach(() => {
  site.rental.availability = true;
  asked.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    asked.push(url);
    return answer(url);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search: query } = useLocation();
  return <output aria-label="Address">{pathname + query}</output>;
}

function open(query = search) {
  const page = (
    <>
      <SearchForm />
      <Showcase />
      <Address />
    </>
  );
  const routes = [{ path: "*", element: page }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/${query}`] })} />);
}

const card = (name: string) =>
  screen.getByRole("heading", { level: 3, name }).closest("article") as HTMLElement;
const order = () =>
  screen.getAllByRole("article").map((one) => within(one).getByRole("heading", { level: 3 }).textContent);

it("shows each car's availability for the dates, and keeps its price", async () => {
  answer = async () =>
    fleetAvailability({
      "Subaru Forester": { state: "few", left: 2 },
      "Toyota 4Runner": { state: "held", left: 0 },
      "Hyundai Elantra": { state: "booked", left: 0, freeFrom: "2031-07-04" },
      "Chevrolet Suburban": { state: "unknown" },
    });
  open();
  const total = card("Hyundai Elantra").querySelector(".text-2xl")?.textContent;
  expect(await screen.findByText("3 cars are free then.")).toBeVisible();
  expect(card("Toyota FJ Cruiser")).toHaveTextContent("Available");
  expect(card("Subaru Forester")).toHaveTextContent("2 left for your dates");
  expect(card("Toyota 4Runner")).toHaveTextContent("Someone is booking the last one");
  expect(card("Hyundai Elantra")).toHaveTextContent(/Booked then: from Fri,? 4 Jul/);
  expect(card("Chevrolet Suburban")).not.toHaveTextContent(/available|left|booked/i);
  expect(card("Hyundai Elantra").querySelector(".text-2xl")?.textContent).toBe(total);
  expect(asked[0]?.searchParams.get("pickupTime")).toBe("09:00");
});

it("says nothing of all cars while one of them is not known", async () => {
  answer = async () => fleetAvailability({ "Chevrolet Suburban": { state: "unknown" } });
  open();
  expect(await screen.findByText(`${fleet().length - 1} cars are free then.`)).toBeVisible();
  cleanup();
  const booked = Object.fromEntries(fleet().map(({ name }) => [name, { state: "booked" as const, left: 0 }]));
  answer = async () => fleetAvailability({ ...booked, "Chevrolet Suburban": { state: "unknown" } });
  open();
  await expect.poll(() => screen.queryAllByText("Booked for your dates").length).toBe(fleet().length - 1);
  expect(screen.queryByText(/All of these cars/)).toBeNull();
});

it("shows what cannot be had last, and books it from the day on which it can be had", async () => {
  const first = fleet()[0]?.name as string;
  answer = async () => fleetAvailability({ [first]: { state: "booked", left: 0, freeFrom: "2031-07-04" } });
  open();
  await screen.findByText(/cars are free then/);
  expect(order().at(-1)).toBe(first);
  expect(order()).toHaveLength(fleet().length);
  expect(within(card(first)).queryByRole("button", { name: "Book Now" })).toBeNull();
  await userEvent.click(within(card(first)).getByRole("button", { name: /Book from Fri,? 4 Jul/ }));
  const address = screen.getByLabelText("Address").textContent;
  expect(address).toContain("pickupDate=2031-07-04&returnDate=2031-07-11");
});

it("names the first day when no car is free, and asks for other dates of one that never is", async () => {
  const of = Object.fromEntries(
    fleet().map(({ name }, index) => [
      name,
      { state: "booked" as const, left: 0, freeFrom: index === 0 ? null : `2031-07-1${index}` },
    ]),
  );
  answer = async () => fleetAvailability(of);
  open();
  expect(
    await screen.findByText(/All of these cars are booked then. The first is free again from Fri,? 11 Jul/),
  ).toBeVisible();
  const never = within(card(fleet()[0]?.name as string));
  expect(never.getByText("Booked for your dates")).toBeVisible();
  expect(never.getByRole("button", { name: "Choose other dates" })).toBeVisible();
});

it("claims nothing while it asks, or when it cannot; every car can be booked all the same", async () => {
  let fail: (error: Error) => void = () => undefined;
  answer = () => new Promise((_, reject) => (fail = reject));
  open();
  expect(await screen.findByText("Checking which cars are free…")).toBeVisible();
  const bookable = () => screen.getAllByRole("button", { name: "Book Now" });
  expect(bookable()).toHaveLength(fleet().length);
  await act(async () => fail(new TypeError("Failed to fetch")));
  expect(await screen.findByText(/Couldn't check availability/)).toBeVisible();
  expect(bookable()).toHaveLength(fleet().length);
  expect(document.querySelector("[data-availability]")).toBeNull();
  // Back on line, it is asked again.
  answer = async () => fleetAvailability({});
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("All of these cars are free then.")).toBeVisible();
  expect(bookable()).toHaveLength(fleet().length);
});

it("asks again for a search of other dates, and drops the answer to the earlier ones", async () => {
  let late: (found: Response) => void = () => undefined;
  answer = (url) =>
    url.searchParams.get("returnDate") === "2031-07-08"
      ? new Promise((resolve) => (late = resolve))
      : Promise.resolve(fleetAvailability({}));
  open();
  await expect.poll(() => asked.length).toBe(1);
  const user = userEvent.setup();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await user.clear(screen.getByLabelText("Return date"));
  await user.type(screen.getByLabelText("Return date"), "2031-07-09");
  await user.click(screen.getByRole("button", { name: /Check Price & Availability/ }));
  expect(await screen.findByText("All of these cars are free then.")).toBeVisible();
  await act(async () => late(fleetAvailability({ "Subaru Forester": { state: "booked", left: 0 } })));
  expect(screen.getByText("All of these cars are free then.")).toBeVisible();
});

it("asks and counts by the hour, and names what a place costs out of its hours", async () => {
  answer = async () => fleetAvailability({});
  open(search.replace("dropoff=tbilisi", "dropoff=batumi"));
  const user = userEvent.setup();
  const figure = () => card("Hyundai Elantra").querySelector(".text-2xl")?.textContent;
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await screen.findByText("All of these cars are free then.");
  const before = figure();
  const back = screen.getByLabelText("Return time");
  expect(back).toHaveValue("09:00");
  expect(within(back).getByRole("group", { name: "Return out of hours: €25" })).toHaveTextContent(
    /^00:00.*18:30.*23:30$/,
  );
  // The return place follows the pickup until it is chosen separately.
  await user.selectOptions(screen.getByLabelText("Pickup time"), "11:30");
  expect(back).toHaveValue("11:30");
  await user.selectOptions(back, "20:00");
  const form = within(screen.getByRole("form", { name: "Check prices" }));
  expect(await form.findByRole("status")).toHaveTextContent(
    /^8 days, because.*Return by 11:30 for 7 days.*Return out of hours: €25$/,
  );
  await user.click(form.getByRole("button", { name: /Check Price/ }));
  const address = new URLSearchParams(screen.getByLabelText("Address").textContent?.slice(2));
  expect([address.get("pickupTime"), address.get("returnTime")]).toEqual(["11:30", "20:00"]);
  await expect.poll(() => asked.at(-1)?.searchParams.get("returnTime")).toBe("20:00");
  expect(card("Hyundai Elantra")).toHaveTextContent("Total for 8 days");
  expect(card("Hyundai Elantra")).toHaveTextContent("+ Return out of hours: €25");
  expect(figure()).not.toBe(before);
  await user.click(within(card("Hyundai Elantra")).getByRole("button", { name: "Book Now" }));
  const booking = new URLSearchParams(screen.getByLabelText("Address").textContent?.split("?")[1]);
  expect([booking.get("pickupTime"), booking.get("returnTime")]).toEqual(["11:30", "20:00"]);
});

it.each([search, ""])("promises nothing where the company does not: %s", async (query) => {
  site.rental.availability = false;
  open(query);
  expect(document.body).not.toHaveTextContent(/availab|free then|left for your dates/i);
  for (const element of document.querySelectorAll("[aria-label]")) {
    expect(element.getAttribute("aria-label")).not.toMatch(/availab/i);
  }
  expect(screen.getAllByText("Check Price").length).toBeGreaterThan(query ? 0 : fleet().length);
  expect(screen.getByRole("link", { name: "View All Cars" })).toBeVisible();
  expect(asked).toEqual([]);
});

it("promises it where the company does", () => {
  answer = async () => fleetAvailability({});
  open("");
  expect(screen.getAllByText("Check Price & Availability")).toHaveLength(fleet().length + 1);
  expect(screen.getByRole("link", { name: "View All Available Cars" })).toBeVisible();
  // Without dates there is nothing to ask.
  expect(asked).toEqual([]);
});

it("says nothing more when the company has switched it off since the page was opened", async () => {
  answer = async () => Response.json({ success: true, isPromised: false, cars: [] });
  open();
  await expect.poll(() => screen.queryByText("Checking which cars are free…")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Book Now" })).toHaveLength(fleet().length);
});

it("leads to all cars for the same dates, whatever was filtered away here", () => {
  answer = async () => fleetAvailability({});
  open(`${search}&seats=7`);
  expect(order().length).toBeLessThan(fleet().length);
  const all = screen.getByRole("link", { name: "View All Available Cars" });
  expect(all).toHaveAttribute("href", `/cars${search}`);
});
