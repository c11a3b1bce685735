import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { rightsOf } from "@/testing/rights";
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

const nothing = {
  success: true,
  bookings: [],
  vehicles: [],
  leads: [],
  customers: [],
  cars: [],
  invoices: [],
};

function Page({ isAllowed }: { isAllowed: boolean }) {
  const search = useSearch(isAllowed);
  return search.isOpen ? <SearchDialog rights={rightsOf("manager")} onClose={search.close} /> : null;
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

test("Ctrl-K finds a vehicle by its plate; Enter opens it and closes the search", async () => {
  const vehicles = [{ vehicleId: "v1", plate: "AA-100-BB", car: "Lada Niva", state: "in_service" }];
  vi.stubGlobal("fetch", async (request: Request) => {
    expect(new URL(request.url).searchParams.get("q")).toBe("aa100");
    return Response.json({ ...nothing, vehicles });
  });
  draw(true);
  const field = screen.getByRole("combobox", { name: "Search everything" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: "aa100" } });
  const link = await screen.findByRole("option", { name: /AA-100-BB/ });
  expect(link.getAttribute("href")).toBe("/admin/vehicles/v1");
  expect(link.getAttribute("aria-selected")).toBe("true");
  expect(field.getAttribute("aria-activedescendant")).toBe(link.id);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Ctrl-K finds pages, settings, models and invoices", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({
      ...nothing,
      cars: [{ slug: "lada-niva", name: "Lada Niva" }],
      invoices: [
        { number: "INV-2026-00007", customerName: "Ada", reference: "", issuedAt: "2026-06-10T09:00:00Z" },
      ],
    }),
  );
  draw(true);
  const found = async (typed: string, name: RegExp) => {
    fireEvent.change(screen.getByRole("combobox"), { target: { value: typed } });
    return (await screen.findByRole("option", { name })).getAttribute("href");
  };
  expect(await found("calen", /^Calendar/)).toBe("/admin/calendar");
  expect(await found("promo", /^Promo codes/)).toBe("/admin/affiliates/promo-codes");
  expect(await found("privacy", /^Privacy/)).toBe("/admin/settings#privacy");
  expect(await found("niva", /Lada Niva/)).toBe("/admin/catalog/cars/lada-niva");
  expect(await found("inv2026", /INV-2026-00007/)).toBe("/admin/invoices?search=INV-2026-00007");
  // Owners alone have it.
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "audit" } });
  await waitFor(() => expect(screen.queryByRole("option", { name: /^Promo/ })).toBeNull());
  expect(screen.queryByRole("option", { name: /^Audit log/ })).toBeNull();
});

test("actions are offered before anything is typed, and arrows go round", async () => {
  draw(true);
  const field = screen.getByRole("combobox", { name: "Search everything" });
  const chosen = () => screen.getByRole("option", { selected: true }).getAttribute("href");
  expect(chosen()).toBe("/admin/bookings/new");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(chosen()).toBe("/admin/vehicles#add");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(chosen()).toBe("/admin/vehicles#block");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(chosen()).toBe("/admin/bookings/new");
  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(chosen()).toBe("/admin/vehicles#block");
});

test("who may not search has no search", () => {
  draw(false);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("help pages are found by what they are for", async () => {
  vi.stubGlobal("fetch", async () => Response.json(nothing));
  draw(true);
  fireEvent.change(screen.getByRole("combobox", { name: "Search everything" }), {
    target: { value: "deposits" },
  });
  const link = await screen.findByRole("option", { name: /Money/ });
  expect(link.getAttribute("href")).toBe("/admin/help?topic=money");
});
