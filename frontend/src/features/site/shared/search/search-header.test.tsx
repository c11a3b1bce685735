import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { cachedPrice } from "@/features/site/shared/pricing/price-cache";
import type { Car, SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testPlace, testSite, testTenant } from "@/testing/site";
import { SearchHeader } from "./search-header";

const site = {
  ...testSite(),
  tenant: testTenant,
  brand: { logo: { src: "" } },
  contacts: { phone: "+995 32 200 00 00", chatNumber: null, chatUrlBase: null },
  locations: [testPlace("tbilisi", "Tbilisi"), testPlace("batumi", "Batumi")],
  landing: { chat: { booking: "" } },
  menu: [],
  displayCurrencies: [],
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({
  siteConfig: () => site,
  chatUrl: () => null,
  phoneHref: (phone: string) => `tel:${phone.replaceAll(" ", "")}`,
}));

const trip = {
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  pickupDate: "2031-07-01",
  pickupTime: "09:00",
  returnDate: "2031-07-08",
  returnTime: "09:00",
  days: 7,
};
const query = "?pickup=tbilisi&dropoff=batumi&pickupDate=2031-07-01&returnDate=2031-07-08";
let leave: ((bottom: number) => void) | undefined;
vi.stubGlobal(
  "IntersectionObserver",
  class {
    constructor(tell: (entries: unknown[]) => void) {
      leave = (bottom) => act(() => tell([{ isIntersecting: bottom > 0, boundingClientRect: { bottom } }]));
    }
    observe = () => undefined;
    disconnect = () => undefined;
  },
);

/** Resolves when the bar's code is there, if there is a trip to show. */
async function open(address: string, car?: Car) {
  leave = undefined;
  render(
    <MemoryRouter initialEntries={[address]}>
      <SearchHeader {...(car && { car })} />
      <form id="search">
        <select aria-label="Pick up in" />
      </form>
    </MemoryRouter>,
  );
  if (address.includes("?")) await expect.poll(() => leave).toBeDefined();
}
const bar = () => screen.queryByRole("region", { name: "Trip and price" });
const totals = () =>
  site.cars.filter(({ inFleet }) => inFleet).map(({ name }) => cachedPrice(name, trip).totalPrice);

it("shows the trip and the lowest total once the form is scrolled away", async () => {
  await open(`/${query}`);
  leave?.(300);
  expect(bar()).toBeNull();
  leave?.(-10);
  expect(bar()).toHaveTextContent("Tbilisi → Batumi");
  expect(bar()).toHaveTextContent("7 days");
  expect(bar()).toHaveTextContent(`from €${Math.min(...totals())}`);
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(scrolled).toHaveBeenCalled();
  expect(screen.getByLabelText("Pick up in")).toHaveFocus();
});

it("shows the total of the page's own car", async () => {
  const car = site.cars.find(({ name }) => name === "Toyota 4Runner") as Car;
  await open(`/cars/toyota-4runner${query}`, car);
  leave?.(-10);
  expect(bar()).toHaveTextContent(`€${cachedPrice(car.name, trip).totalPrice}`);
  expect(bar()).not.toHaveTextContent("from");
});

it("leads to all pages with the visitor's dates, to guides only where there are any", async () => {
  await open(`/${query}`);
  expect(bar()).toBeNull();
  const [main] = screen.getAllByRole("navigation", { name: "Menu" });
  const links = [...(main?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    ...["/cars", "/places", "/help", "/my-booking"].map((path) => path + query),
    "tel:+995322000000",
  ]);
});
