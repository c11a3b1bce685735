import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { render } from "@/testing/render";
import { type Brand, brandQuery } from "./api";
import { Editor } from "./components/editor";
import { colorNames, dress } from "./rules";

vi.mock("./components/previews", () => ({ Previews: () => null }));
vi.mock("./components/pictures", () => ({ Pictures: () => null }));

let brand: Brand;
let calls: string[];

beforeEach(() => {
  calls = [];
  const colors = Object.fromEntries(colorNames.map(([name]) => [name, "#112233"]));
  brand = {
    published: {
      colors,
      face: "display",
      layout: "panorama",
      scheme: "auto",
      pictures: { logo: { src: "/logo.svg" } },
    },
    draft: null,
    earlier: [],
    faces: [
      { name: "display", variables: {} },
      { name: "noto-serif", variables: {} },
    ],
    revision: "1",
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/brand", "");
    if (path === "/colors") return Response.json({ problems: [], repaired: {}, light: {}, dark: {} });
    if (request.method === "GET") return Response.json(brand);
    const body = await request.json();
    calls.push(path);
    if (body.revision !== brand.revision)
      return Response.json({ success: false, error: "BrandChanged", message: "Changed" }, { status: 409 });
    const { colors, face, layout, scheme } = body;
    const draft = { ...brand.published, colors, face, layout, scheme };
    brand = { ...brand, revision: `${Number(brand.revision) + 1}` };
    brand =
      path === "/publish"
        ? { ...brand, published: brand.draft ?? brand.published, draft: null }
        : { ...brand, draft };
    return Response.json(brand);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { data } = useQuery(brandQuery);
  return data ? <Editor brand={data} /> : null;
}

async function open() {
  const frame = (
    <QueryClientProvider client={new QueryClient()}>
      <Link to="/admin/bookings">Bookings</Link>
      <Outlet />
      <UnsavedWorkDialog />
    </QueryClientProvider>
  );
  const children = [
    { index: true, element: <Page /> },
    { path: "*", element: <p>Another page</p> },
  ];
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: frame, children }])} />);
  await screen.findByLabelText("Text");
}

const color = () => screen.getByLabelText<HTMLInputElement>("Text");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a click on the sidebar does not lose a colour that is tried", async () => {
  await open();
  fireEvent.change(color(), { target: { value: "#000000" } });
  fireEvent.click(screen.getByText("Bookings"));
  await screen.findByText("Leave without saving?");
  press("Keep editing");
  expect(color().value).toBe("#000000");
});

test("publishing keeps what is tried as a draft first", async () => {
  await open();
  fireEvent.change(color(), { target: { value: "#000000" } });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(false),
  );
  press("Publish");
  await screen.findByRole("alertdialog");
  press("Publish");
  await waitFor(() => expect(calls).toEqual(["/draft", "/publish"]));
  await waitFor(() => expect(brand.published.colors.ink).toBe("#000000"));
});

test("a colour that a colleague changed in the meantime is a conflict to resolve", async () => {
  await open();
  fireEvent.change(color(), { target: { value: "#000000" } });
  const colors = { ...brand.published.colors, ink: "#444444", sky: "#eeeeee" };
  brand = { ...brand, draft: { ...brand.published, colors }, revision: "7" };
  press("Save draft");
  await screen.findByRole("dialog");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "You: #000000" }).checked).toBe(true);
  press("Save");
  await waitFor(() => expect(brand.draft?.colors).toMatchObject({ ink: "#000000", sky: "#eeeeee" }));
});

test("the owner chooses a layout and turns dark mode off", async () => {
  await open();
  fireEvent.click(screen.getByRole("radio", { name: /^Editorial/ }));
  fireEvent.click(screen.getByRole("radio", { name: "Always light" }));
  press("Save draft");
  await waitFor(() => expect(brand.draft).toMatchObject({ layout: "editorial", scheme: "light" }));
});

test("a preview whose page is still arriving is dressed later, and breaks nothing", () => {
  const arriving = new Document();
  expect(() => dress(arriving, { pine: "#112233" }, "light", "editorial")).not.toThrow();
  const there = document.implementation.createHTMLDocument();
  dress(there, { pine: "#112233" }, "light", "editorial");
  expect(there.documentElement.dataset).toMatchObject({ theme: "light", layout: "editorial" });
});
