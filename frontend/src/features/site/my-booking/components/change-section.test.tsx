import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testPlace, testSite, testTenant } from "@/testing/site";
import type { OwnBooking } from "../api";
import { ChangeSection } from "./change-section";
import { ExtendSection } from "./extend-section";

const locations = [testPlace("tbilisi", "Tbilisi"), testPlace("batumi", "Batumi")];
const site = { ...testSite(), tenant: testTenant, services: [], locations } as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const booking = {
  reference: "K7M-4QXD",
  carName: "Toyota 4Runner",
  pickupLocation: "tbilisi",
  dropoffLocation: "tbilisi",
  pickupAt: "2030-07-01T06:00:00Z",
  returnAt: "2030-07-05T06:00:00Z",
  updatedAt: "2030-06-01T06:00:00Z",
  currency: "USD",
  serviceCodes: [],
  insuranceCode: "basic",
  allowed: { changeUntil: "2030-06-30T06:00:00Z", cancelUntil: "2030-06-30T06:00:00Z", cancelCost: 0 },
} as unknown as OwnBooking;
const price = (days: number) => ({ totalPrice: days * 100, days });
const quote = {
  agreed: price(4),
  fresh: price(5),
  currency: "USD",
  difference: 100,
  isAvailable: true,
  latestReturn: null,
};
/** What becomes of a submit: a refusal, or no network. */
let outcome: () => Response;
let submits: number;

const open = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } })}
    >
      <ChangeSection booking={booking} />
      <ExtendSection booking={booking} />
    </QueryClientProvider>,
  );

beforeEach(() => {
  submits = 0;
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/quotes")) return Response.json(quote);
    submits += 1;
    return outcome();
  });
  open();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const outcomes = {
  "a refusal": () =>
    Response.json({ success: false, error: "Changed", message: "The price has changed" }, { status: 409 }),
  "a refused field": () =>
    Response.json(
      {
        success: false,
        error: "Invalid",
        message: "",
        fields: [{ field: "returnDate", message: "Too long" }],
      },
      { status: 422 },
    ),
  "no network": () => {
    throw new TypeError("Failed to fetch");
  },
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

async function submit(name: string) {
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  press(name);
  await waitFor(() => expect(submits).toBe(1));
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
}

for (const [what, answer] of Object.entries(outcomes)) {
  test(`a change keeps what was entered after ${what}`, async () => {
    outcome = answer;
    press("Change dates, places or extras");
    await screen.findByLabelText("Return date");
    type("Return date", "2030-07-06");
    type("Return time", "11:30");
    type("Dropoff location", "batumi");
    await submit("Change the booking");
    expect(field("Return date").value).toBe("2030-07-06");
    expect(field("Return time").value).toBe("11:30");
    expect(field("Dropoff location").value).toBe("batumi");
  });

  test(`an extension keeps what was entered after ${what}`, async () => {
    outcome = answer;
    press("Choose a later return");
    await screen.findByLabelText("Return date");
    type("Return date", "2030-07-06");
    type("Dropoff location", "batumi");
    await submit("Extend the rental");
    expect(field("Return date").value).toBe("2030-07-06");
    expect(field("Dropoff location").value).toBe("batumi");
  });

  test(`a cancellation keeps its reason after ${what}`, async () => {
    outcome = answer;
    press("Cancel the booking");
    type("Reason (optional)", "My flight was cancelled");
    await submit("Cancel free of charge");
    expect(field("Reason (optional)").value).toBe("My flight was cancelled");
  });
}

/** Each form: what opens, sends and gives it up, and a field with what is entered. */
const forms = [
  ["Change dates, places or extras", "Change the booking", "Keep as is", "Return date", "2030-07-06"],
  ["Choose a later return", "Extend the rental", "Keep as is", "Return date", "2030-07-07"],
  ["Cancel the booking", "Cancel free of charge", "Keep the booking", "Reason (optional)", "No flight"],
] as const;

/** The page is left and opened again. */
function leave() {
  cleanup();
  open();
}

test.each(forms)(
  "%s: what was entered is there again after leaving, until it is given up",
  async (...form) => {
    const [opens, , giveUp, label, value] = form;
    press(opens);
    await screen.findByLabelText(label);
    leave();
    expect(screen.queryByLabelText(label)).toBeNull();
    press(opens);
    await screen.findByLabelText(label);
    type(label, value);
    leave();
    expect(await screen.findByLabelText(label)).toHaveValue(value);
    press(giveUp);
    leave();
    expect(screen.queryByLabelText(label)).toBeNull();
  },
);

test.each(forms)("%s: what was sent is not there again, what was refused is", async (...form) => {
  const [opens, sends, , label, value] = form;
  press(opens);
  await screen.findByLabelText(label);
  type(label, value);
  outcome = outcomes["a refusal"];
  await submit(sends);
  leave();
  expect(await screen.findByLabelText(label)).toHaveValue(value);
  outcome = () => Response.json({ booking });
  await waitFor(() => expect(screen.getByRole("button", { name: sends })).toBeEnabled());
  press(sends);
  await waitFor(() => expect(submits).toBe(2));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  leave();
  expect(screen.queryByLabelText(label)).toBeNull();
});

test("a draft of a change holds what differs: the rest is as the booking is then", async () => {
  press("Change dates, places or extras");
  await screen.findByLabelText("Return date");
  type("Return date", "2030-07-06");
  cleanup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChangeSection booking={{ ...booking, pickupLocation: "batumi" }} />
    </QueryClientProvider>,
  );
  expect(await screen.findByLabelText("Return date")).toHaveValue("2030-07-06");
  expect(field("Pickup location").value).toBe("batumi");
});

test.each(forms)("%s: where the browser stores nothing, leaving is asked about", async (...form) => {
  const [opens, , giveUp, label, value] = form;
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  press(opens);
  await screen.findByLabelText(label);
  expect(asks()).toBe(false);
  type(label, value);
  expect(asks()).toBe(true);
  press(giveUp);
  expect(asks()).toBe(false);
});
