import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { Component } from "./place-page";

vi.mock("./components/place-form", () => ({ PlaceForm: () => "form" }));

let item: object | null;

beforeEach(() => {
  item = { code: "batumi", name: "Batumi" };
  const config = { ...testSite(), tenant: testTenant };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  vi.stubGlobal("fetch", async () => {
    const entry = { part: "locations", key: "batumi", label: "Batumi", state: "live", revision: "1" };
    return Response.json({ items: [{ ...entry, item, live: null }], cars: [], isPlanned: false });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const router = createMemoryRouter([{ path: "/:code", element: <Component /> }], {
    initialEntries: ["/batumi"],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("removing a place is explained by what happens to a place", async () => {
  open();
  await screen.findByText("form");
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("Remove Batumi from the catalogue?");
  expect(dialog).toHaveTextContent("Existing bookings keep it.");
  expect(dialog).not.toHaveTextContent(/vehicle|car\b/i);
});

test("a removed place can be restored", async () => {
  item = null;
  open();
  expect(await screen.findByText("This place is not in the catalogue")).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Restore" })).toBeEnabled();
});
