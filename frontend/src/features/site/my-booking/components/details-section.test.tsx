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

beforeEach(() => {
  answers = [];
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    return answers.shift() ?? Response.json({ booking });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DetailsSection booking={booking} />
      <MessageSection booking={booking} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
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
