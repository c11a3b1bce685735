import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { ProposedLine } from "../api";
import { ProposedLines } from "./proposed-lines";

const damage = { id: "l1", kind: "damage", state: "proposed", quantity: 1, amount: 300 } as ProposedLine;
const sent: unknown[] = [];

beforeEach(() => {
  const config = { ...testSite(), tenant: testTenant };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push({ path: new URL(request.url).pathname, ...(await request.json()) });
    return Response.json({ success: true });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProposedLines bookingId="b1" lines={[damage]} currency="EUR" />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = (value: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value } });

it("reads an amount as the reader's language writes it", async () => {
  type("1,250");
  fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(sent).toMatchObject([{ decision: "accept", amount: "1250.00" }]));
});

it("accepts nothing that cannot be read", () => {
  type("1,2,5");
  expect(screen.getByRole("textbox")).toHaveAccessibleDescription("Enter a number");
  expect(screen.getByRole("button", { name: "Accept" })).toBeDisabled();
});

it("undoes a decision with a reason", async () => {
  cleanup();
  const line = { ...damage, state: "accepted", decidedAmount: 99.5, reason: "" } as ProposedLine;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProposedLines bookingId="b1" lines={[line]} currency="EUR" />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(screen.getByRole("dialog")).toHaveTextContent("€99.50 is taken off the price");
  fireEvent.click(dialog.getByRole("button", { name: "Undo" }));
  expect(await dialog.findByText("Enter a reason.")).toBeVisible();
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "An old scratch" } });
  fireEvent.click(dialog.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { path: "/api/admin/bookings/b1/proposed-lines/l1/reversal", reason: "An old scratch" },
    ]),
  );
});
