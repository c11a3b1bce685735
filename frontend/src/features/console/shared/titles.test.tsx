import { render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { testTenant } from "@/testing/site";
import { titleOf, useConsoleTitle, useObjectTitle } from "./titles";

beforeAll(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ tenant: testTenant })}</script>`;
});

/** Addresses of all routes of the console, with something in the place of each parameter. */
function addresses(routes: RouteObject[], above = ""): string[] {
  return routes.flatMap((route) => {
    const path = route.path?.startsWith("/") ? route.path : `${above}${route.path ? `/${route.path}` : ""}`;
    const below = route.children ? addresses(route.children, path) : [];
    return route.path && !route.children ? [path.replace(/:\w+/g, "1"), ...below] : below;
  });
}

test("every page of the console has a title of its own", async () => {
  const { router } = await import("@/app/router");
  const pages = [...new Set(addresses(router.routes as RouteObject[]))].filter((path) =>
    /^\/admin(\/|$)/.test(path),
  );
  expect(pages.length).toBeGreaterThan(17);
  const found = pages.map((page) => titleOf(page));
  expect(pages.filter((page) => !titleOf(page))).toEqual([]);
  expect(new Set(found).size).toBe(found.length);
});

function Frame() {
  useConsoleTitle();
  return <Outlet />;
}

function Booking({ name }: { name?: string }) {
  useObjectTitle(name);
  return null;
}

test("a title names what is shown, its page and the company, and changes with the page", async () => {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: "/admin/bookings", element: <p>List</p> },
          { path: "/admin/bookings/1", element: <Booking name="K7M-4QXD" /> },
          { path: "/admin/bookings/2", element: <Booking /> },
        ],
      },
    ],
    { initialEntries: ["/admin/bookings/1"] },
  );
  render(<RouterProvider router={router} />);
  expect(document.title).toBe("K7M-4QXD · Booking · Abano Georgia");
  await router.navigate("/admin/bookings");
  await screen.findByText("List");
  expect(document.title).toBe("Bookings · Abano Georgia");
  await router.navigate("/admin/bookings/2");
  await expect.poll(() => document.title).toBe("Booking · Abano Georgia");
});
