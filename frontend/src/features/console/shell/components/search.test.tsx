import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { useSearch } from "../use-search";
import { SearchDialog } from "./search-dialog";

beforeEach(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ tenant: testTenant })}</script>`;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ isAllowed }: { isAllowed: boolean }) {
  const search = useSearch(isAllowed);
  return search.isOpen ? <SearchDialog onClose={search.close} /> : null;
}

function draw(isAllowed: boolean) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Page isAllowed={isAllowed} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
}

test("Ctrl-K finds a vehicle by its plate; the arrow goes to it, and choosing it closes the search", async () => {
  const vehicles = [{ vehicleId: "v1", plate: "AA-100-BB", car: "Lada Niva", state: "in_service" }];
  vi.stubGlobal("fetch", async (request: Request) => {
    expect(new URL(request.url).searchParams.get("q")).toBe("aa100");
    return Response.json({ success: true, bookings: [], vehicles, leads: [], customers: [] });
  });
  draw(true);
  const field = screen.getByRole("searchbox", { name: "Search everything" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: "aa100" } });
  const link = await screen.findByRole("link", { name: /AA-100-BB/ });
  expect(link.getAttribute("href")).toBe("/admin/vehicles/v1");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(document.activeElement).toBe(link);
  fireEvent.click(link);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("who may not search has no search", () => {
  draw(false);
  expect(screen.queryByRole("dialog")).toBeNull();
});
