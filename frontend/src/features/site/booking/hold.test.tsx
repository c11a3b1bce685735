import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { heldToken, heldTrip } from "@/features/site/shared/availability/own-hold";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { Draft } from "./draft";
import type { Taken } from "./hold";
import { releaseUnless, tripOf } from "./hold";
import { CarAvailabilityNotice } from "./late/car-availability-notice";

const tent = {
  code: "tent",
  label: "Roof tent",
  group: "Camping",
  hiddenForCars: ["elantra"],
  onlyForCars: [],
};
const seat = { code: "seat", label: "Baby seat", group: "Children", hiddenForCars: [], onlyForCars: [] };
const site = {
  ...testSite(),
  tenant: testTenant,
  services: [tent, seat],
  messageChannels: [],
  displayCurrencies: [],
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

type Answer = Record<string, unknown>;
const minute = 60_000;
const calls: { path: string; body: Record<string, string> }[] = [];
let answer: (body: Record<string, string>) => Promise<Answer>;
const availability = (state: string) => ({ car: "", slug: "", state, left: 0, freeFrom: null });
const held = { isHeld: true, token: "mine", seconds: 600, car: availability("few") };
const others = {
  cars: [
    { car: "Toyota 4Runner", slug: "toyota-4runner", left: 1, dailyDifference: 5 },
    { car: "Hyundai Elantra", slug: "hyundai-elantra", left: 3, dailyDifference: -19 },
  ],
  freeFrom: "2031-07-12",
};
const gone = { isHeld: false, car: availability("booked"), alternatives: others };

beforeEach(() => {
  site.rental.availability = true;
  calls.length = 0;
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = await request.json();
    calls.push({ path: new URL(request.url).pathname, body });
    return Response.json({ success: true, ...(await answer(body)) });
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const started = {
  details: {
    pickupLocation: "tbilisi",
    dropoffLocation: "batumi",
    pickupDate: "2031-07-01",
    pickupTime: "09:00",
    returnDate: "2031-07-08",
    returnTime: "09:00",
    carType: "Subaru Forester",
    insuranceType: "minimum",
  },
  personal: { firstName: "Ada", groupSize: "2" },
  services: ["tent", "seat"],
} as unknown as Draft;
let draft: Draft;
let lose: (taken: Taken | null) => void;
const edit = vi.fn();

function Step() {
  const [own, change] = useState(started);
  const [taken, setTaken] = useState<Taken | null>(null);
  draft = own;
  lose = setTaken;
  return (
    <CarAvailabilityNotice
      draft={own}
      taken={taken}
      onChange={(part) => change((before) => ({ ...before, ...part }))}
      onEdit={edit}
    />
  );
}

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Step />
    </QueryClientProvider>,
  );
  return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("holds the car until a moment by the visitor's own clock", async () => {
  vi.setSystemTime(new Date(2031, 5, 1, 14, 22, 10));
  answer = async () => held;
  open();
  expect(await screen.findByText("held for you until 14:32 (your time)")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ car: "Subaru Forester", pickupTime: "09:00", token: null });
  expect(heldToken()).toBe("mine");
});

it("holds longer for who is busy, never for who went away, and says when it is over", async () => {
  answer = async () => held;
  const user = open();
  await screen.findByText(/held for you until/);
  await pass(4 * minute);
  fireEvent.pointerDown(document.body);
  await pass(1);
  expect(calls).toHaveLength(1);
  await pass(3 * minute);
  fireEvent.pointerDown(document.body);
  fireEvent.keyDown(document.body);
  await pass(minute);
  expect(calls.map(({ body }) => body.token)).toEqual([null, "mine"]);
  await pass(9 * minute + 1000);
  expect(await screen.findByText(/Your hold on the .* has expired/)).toBeVisible();
  expect(calls).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Hold again" }));
  expect(await screen.findByText(/held for you until/)).toBeVisible();
});

it("offers other cars and dates when the car is booked, and takes one by one tap", async () => {
  answer = async ({ car }) => (car === "Subaru Forester" ? gone : held);
  const user = open();
  const region = await screen.findByRole("region", { name: "The Subaru Forester is booked for your dates" });
  const offers = within(region).getAllByRole("listitem");
  expect(offers.map((offer) => offer.textContent)).toEqual([
    expect.stringMatching(/^Toyota 4Runner€5 a day more5 seats$/),
    expect.stringMatching(/^Hyundai Elantra€19 a day less5 seats$/),
    expect.stringMatching(/^Subaru Forester, laterSat,? 12 Jul – Sat,? 19 Jul7 days$/),
  ]);
  await user.click(within(region).getByRole("button", { name: /^Hyundai Elantra/ }));
  expect(await screen.findByText(/held for you until/)).toBeVisible();
  expect(draft).toMatchObject({ personal: started.personal, services: ["seat"] });
  expect(draft.details).toEqual({ ...started.details, carType: "Hyundai Elantra" });
  expect(screen.getByText("Removed because not available with Hyundai Elantra: Roof tent.")).toBeVisible();
  expect(document.activeElement).toHaveTextContent(/held for you/);
});

it("takes the same car for as long on later dates", async () => {
  answer = async ({ pickupDate }) => (pickupDate === "2031-07-01" ? gone : held);
  const user = open();
  await user.click(await screen.findByRole("button", { name: /^Subaru Forester, later/ }));
  expect(await screen.findByText(/held for you until/)).toBeVisible();
  expect(draft.details).toEqual({ ...started.details, pickupDate: "2031-07-12", returnDate: "2031-07-19" });
  expect(draft.services).toEqual(["tent", "seat"]);
});

it("offers a car that is too small for the group last, and says so", async () => {
  answer = async () => gone;
  const people = started.personal.groupSize;
  started.personal.groupSize = "7";
  others.cars.push({ car: "Chevrolet Suburban", slug: "chevrolet-suburban", left: 1, dailyDifference: 3 });
  open();
  const offers = await screen.findAllByRole("listitem");
  started.personal.groupSize = people;
  others.cars.pop();
  expect(offers[0]).toHaveTextContent("Chevrolet Suburban");
  expect(offers[1]).toHaveTextContent("5 seats for your 7 people");
});

it("explains a late confirmation and offers alternatives", async () => {
  answer = async () => held;
  open();
  await screen.findByText(/held for you until/);
  act(() => lose({ trip: tripOf(started.details), alternatives: others }));
  expect(
    screen.getByRole("heading", {
      name: "Someone else has just booked the last Subaru Forester for your dates",
    }),
  ).toBeVisible();
  expect(screen.queryByText(/held for you/)).toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(document.activeElement).toHaveTextContent(/Everything you entered is saved/);
});

it("leads back to the details where there is nothing else", async () => {
  answer = async () => ({ ...gone, alternatives: { cars: [], freeFrom: null } });
  const user = open();
  await user.click(await screen.findByRole("button", { name: /Choose another car or dates/ }));
  expect(edit).toHaveBeenCalled();
  expect(screen.queryByText(/One tap/)).toBeNull();
});

it("says that others want the last one too, and who gets it", async () => {
  answer = async () => ({ isHeld: false, car: availability("held"), alternatives: others });
  open();
  expect(await screen.findByText(/Someone else is booking the last/)).toBeVisible();
  expect(screen.getByText("Other cars and dates")).toBeVisible();
});

it.each([
  [{ isHeld: false, car: availability("available") }, "The Subaru Forester is free for your dates."],
  [null, "Couldn't check availability of the Subaru Forester. We check again when you confirm."],
])("claims no more than it knows: %o", async (found, words) => {
  answer = async () => {
    if (!found) throw new TypeError("Failed to fetch");
    return found;
  };
  open();
  expect(await screen.findByText(words)).toBeVisible();
});

it.each([[availability("unknown")], [null]])(
  "says nothing of a car that is not followed: %o",
  async (car) => {
    answer = async () => ({ isHeld: false, car });
    open();
    await expect.poll(() => document.querySelector("[data-hold]")).toBeNull();
    expect(calls).toHaveLength(1);
  },
);

it("asks nothing and says nothing where the company promises nothing", async () => {
  site.rental.availability = false;
  open();
  await pass(1000);
  expect(calls).toEqual([]);
  expect(document.querySelector("[data-hold]")).toBeNull();
});

it("frees what was held as soon as the visitor looks at something else, once", async () => {
  answer = async () => held;
  open();
  await screen.findByText(/held for you until/);
  calls.length = 0;
  releaseUnless(tripOf(started.details));
  expect(calls).toEqual([]);
  const other = tripOf({ ...started.details, carType: "Toyota 4Runner" });
  releaseUnless(other);
  releaseUnless(other);
  await expect
    .poll(() => calls)
    .toEqual([{ path: "/api/availability/holds/release", body: { token: "mine" } }]);
  expect([heldToken(), heldTrip()]).toEqual(["mine", ""]);
});
