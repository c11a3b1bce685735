import { act, cleanup, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { PageError } from "./page-error";

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("location", { href: "http://localhost/admin/brand", reload });
  window.history.replaceState(null, "");
  reload.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(message: string) {
  const lazy = () => Promise.reject(new TypeError(message));
  const route = { path: "/", lazy, errorElement: <PageError />, hydrateFallbackElement: <p /> };
  render(<RouterProvider router={createMemoryRouter([route])} />);
  await act(() => vi.runAllTimersAsync());
  await act(() => vi.runAllTimersAsync());
}

test("a page that broke offers to load again, and does not claim that nothing was lost", async () => {
  await open("Cannot read properties of null");
  expect(screen.getByRole("link", { name: "Reload" })).toBeTruthy();
  expect(screen.getByRole("main").textContent).not.toMatch(/lost/);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  "Failed to fetch dynamically imported module: http://localhost/assets/inner/page-1.js",
  "error loading dynamically imported module: http://localhost/assets/inner/page-1.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/page-1.css",
])("a page whose code did not arrive is loaded again twice before it says so: %s", async (message) => {
  for (const attempt of [1, 2]) {
    await open(message);
    expect(reload).toHaveBeenCalledTimes(attempt);
    expect(screen.queryByRole("heading")).toBeNull();
    cleanup();
  }
  await open(message);
  expect(reload).toHaveBeenCalledTimes(2);
  expect(screen.getByRole("heading", { name: "Couldn't load this page" })).toBeTruthy();
});

test("without a network the page says so at once", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValueOnce(false);
  await open("Failed to fetch dynamically imported module: http://localhost/assets/inner/page-1.js");
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole("heading", { name: "Couldn't load this page" })).toBeTruthy();
});
