import type { RouteObject } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { titleOf } from "@/features/console/shared/titles";
import { testTenant } from "@/testing/site";

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

test("every page of the console has its own title", async () => {
  const { innerRoutes } = await import("./inner-routes");
  const pages = [...new Set(addresses(innerRoutes()))].filter((path) => /^\/admin(\/|$)/.test(path));
  expect(pages.length).toBeGreaterThan(17);
  const titles = pages.map((page) => titleOf(page)?.id);
  expect(pages.filter((page) => !titleOf(page))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});
