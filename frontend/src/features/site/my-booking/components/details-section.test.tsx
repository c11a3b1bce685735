import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testPlace, testSite, testTenant } from "@/testing/site";
import type { OwnBooking } from "../api";
import { DetailsSection } from "./details-section";
import { MessageSection } from "./message-section";

const locations = [testPlace("tbilisi", "Tbilisi")];
const site = { ...testSite(), tenant: testTenant, locations } as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const booking = {
  reference: "K7M-4QXD",
  pickupLocation: "tbilisi",
  flightNumber: "",
  pickupAddress: "",
  dropoffAddress: "",
  secondDriver: null,
  messages: [],
  allowed: { write: true },
} as unknown as OwnBooking;
let answers: Response[];
let sent: unknown[];

const open = (own = booking) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DetailsSection booking={own} />
      <MessageSection booking={own} />
    </QueryClientProvider>,
  );

beforeEach(() => {
  answers = [];
  sent = [];
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    return answers.shift() ?? Response.json({ booking });
  });
  open();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a second driver's refused field says why, and everything typed stays", async () => {
  const fields = [{ field: "secondDriver.born", code: "too_young", message: "At least 21 years old" }];
  answers = [Response.json({ success: false, error: "Invalid", message: "", fields }, { status: 422 })];
  type("Flight number", "LH 2560");
  type("Second driver's name", "Ada Lovelace");
  type("Second driver's date of birth", "2010-01-01");
  type("Second driver's licence number", "B1");
  press("Save");
  await waitFor(() =>
    expect(field("Second driver's date of birth")).toHaveAccessibleDescription("At least 21 years old"),
  );
  expect(field("Flight number").value).toBe("LH 2560");
  expect(sent).toEqual([
    {
      flightNumber: "LH 2560",
      pickupAddress: null,
      dropoffAddress: null,
      secondDriver: { name: "Ada Lovelace", born: "2010-01-01", licence: "B1" },
    },
  ]);
});

test("a message that is not sent stays in its field, with the reason", async () => {
  answers = [Response.json({ success: false, error: "Busy", message: "Try later" }, { status: 429 })];
  type("Message", "May I come an hour later?");
  press("Send");
  await screen.findByText("Try later");
  expect(field("Message").value).toBe("May I come an hour later?");
  press("Send");
  await waitFor(() => expect(field("Message").value).toBe(""));
});

test("what was typed and left is there again, until it is sent", async () => {
  type("Message", "May I come an hour later?");
  type("Second driver's name", "Ada Lovelace");
  cleanup();
  open();
  expect(field("Message").value).toBe("May I come an hour later?");
  expect(field("Second driver's name").value).toBe("Ada Lovelace");
  press("Send");
  await waitFor(() => expect(field("Message").value).toBe(""));
  cleanup();
  open({ ...booking, flightNumber: "LH 2560" });
  expect(field("Message").value).toBe("");
  expect(field("Second driver's name").value).toBe("Ada Lovelace");
  // Of the booking: it was not typed here.
  expect(field("Flight number").value).toBe("LH 2560");
  cleanup();
  open({ ...booking, reference: "Z9Z-9ZZZ" });
  expect(field("Second driver's name").value).toBe("");
});

test("what is typed while a message is sent stays", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  type("Message", "May I come later?");
  press("Send");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeDisabled());
  type("Message", "May I come later? At ten.");
  answer(Response.json({ booking }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeEnabled());
  expect(field("Message").value).toBe("May I come later? At ten.");
  cleanup();
  open();
  expect(field("Message").value).toBe("May I come later? At ten.");
});

test("where the browser stores nothing, leaving is asked about", () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  type("Message", "May I come");
  expect(asks()).toBe(false);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  type("Message", "May I come later?");
  expect(asks()).toBe(true);
  type("Message", "");
  expect(asks()).toBe(false);
});
