import { matchRoutes, type RouteObject } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { platformJson } from "@/testing/seeds";
import { testTenant } from "@/testing/site";
import table from "../../../platform/src/abano/site/pages/routes.json";

beforeAll(() => {
  const config = JSON.stringify({ tenant: testTenant });
  document.body.innerHTML = `<script id="site-config" type="application/json">${config}</script>`;
});

// The same addresses that the server's test asks for.
const addresses = platformJson<Record<"page" | "moved" | "unknown", string[]>>(
  "tests/test_site_pages/urls.json",
);

async function routes(): Promise<RouteObject[]> {
  const [{ createRouter }, { innerRoutes }] = await Promise.all([
    import("./router"),
    import("./inner-routes"),
  ]);
  return [...(createRouter().routes as RouteObject[]), ...innerRoutes()];
}

/** Which page the router shows at an address, by its path in the table; undefined for all that it does not know. */
async function shownAt(pathname: string): Promise<string | undefined> {
  const matches = matchRoutes(await routes(), pathname) ?? [];
  return matches.findLast(({ route }) => route.path && route.path !== "*")?.route.path;
}

function leaves(of: RouteObject[], above = ""): string[] {
  return of.flatMap((route) => {
    const path = route.path ?? above;
    return route.children ? leaves(route.children, path) : [path];
  });
}

it("has exactly the pages of the table that the server reads", async () => {
  const pages = [table.site, table.partners, table.console].flatMap((group) => Object.values(group));
  const known = leaves(await routes()).filter((path) => path !== "*");
  // Pages for frames are one route, with their own rules.
  expect(known.sort()).toEqual([...pages.map(({ path }) => path), "/embed/*"].sort());
});

it.each(addresses.page)("%s is a page", async (address) => {
  expect(await shownAt(address)).toBeDefined();
});

it.each(addresses.moved)("%s is left to the server", async (address) => {
  expect(await shownAt(address)).toBeUndefined();
});

it.each(addresses.unknown)("%s is not known", async (address) => {
  expect(await shownAt(address)).toBeUndefined();
});

it.each(["/admin", "/admin/bookings", "/affiliate-login"])(
  "finds %s, whose routes come later",
  async (address) => {
    const router = (await import("./router")).createRouter();
    const matches = () => (matchRoutes(router.routes as RouteObject[], address) ?? []).at(-1)?.route.path;
    expect(matches()).toBe("*");
    void router.navigate(address);
    await vi.waitFor(() => expect(matches()).not.toBe("*"));
    router.dispose();
  },
);

it.each([
  ["?utm_source=x", "", "/?utm_source=x"],
  ["?a=1", "#cars", "/?a=1#cars"],
  ["", "#gclid=abc", null],
  ["?a=1", "#!/x?GCLID=abc", null],
])("the Tbilisi landing address with %s %s leads to %s", async (search, hash, target) => {
  const { landingTarget } = await import("./router");
  expect(landingTarget(search, hash)).toBe(target);
});
