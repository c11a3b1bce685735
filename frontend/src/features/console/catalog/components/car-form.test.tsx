import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftQuery, type Items } from "@/features/console/shared/catalog-draft/api";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { CarForm } from "./car-form";

/** Files on their way, each with what lets it arrive. */
const uploads: { name: string; arrive: () => void }[] = [];

vi.mock("@/features/console/shared/media/upload", () => ({
  sendFile: async (file: File) => {
    await new Promise<void>((arrive) => uploads.push({ name: file.name, arrive }));
    return {
      id: file.name,
      kind: "photograph",
      title: file.name,
      state: "ready",
      picture: { src: "", alt: "" },
    };
  },
}));

vi.mock("@/features/console/shared/media/stored-thumbnail", () => ({ StoredThumbnail: () => null }));

let car: Items["cars"];
let sent: Partial<Items["cars"]>[];

const draft = () => ({
  items: [
    { part: "cars", key: "forester", item: car, live: null, label: car.name, revision: `${sent.length}` },
  ],
});

beforeEach(() => {
  const config = { ...testSite(), tenant: testTenant };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  sent = [];
  uploads.length = 0;
  car = {
    slug: "forester",
    name: "Forester",
    title: "Calm",
    baseRate: 57,
    rates: [
      { minDays: 1, dailyRate: 57 },
      { minDays: 4, dailyRate: 55 },
      { minDays: 7, dailyRate: 53 },
    ],
    images: [],
    specs: ["Roof rails"],
    equipment: [],
    translations: {},
    inFleet: true,
    inSearch: true,
    category: "suv",
  } as unknown as Items["cars"];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PATCH") {
      const { item } = (await request.json()) as { item: Partial<Items["cars"]> };
      sent.push(item);
      car = { ...car, ...item };
    }
    if (request.url.includes("/media")) return Response.json({ items: [], next: null });
    return Response.json(draft());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { data } = useQuery(draftQuery);
  return data ? <CarForm slug="forester" draft={data} /> : null;
}

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element: <Page /> }])} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Title");
}

const fields = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name);
const type = (field: HTMLElement | undefined, value: string) =>
  field && fireEvent.change(field, { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save to the draft" }));

async function choose(...names: string[]) {
  fireEvent.click(screen.getByRole("button", { name: "Add photo or video" }));
  const input = within(await screen.findByRole("dialog")).getByLabelText("Choose files");
  fireEvent.change(input, { target: { files: names.map((name) => new File(["x"], name)) } });
}

async function arrive(name: string) {
  await waitFor(() => expect(uploads.some((upload) => upload.name === name)).toBe(true));
  uploads.find((upload) => upload.name === name)?.arrive();
}

test("all of several uploads are kept, with what was typed before them", async () => {
  await open();
  type(fields("Title")[0], "Quiet");
  await choose("one.jpg", "two.jpg", "three.jpg");
  for (const name of ["one.jpg", "two.jpg", "three.jpg"]) await arrive(name);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(fields("Photo description").length).toBe(3);
  save();
  await waitFor(() => expect(sent.length).toBe(1));
  expect(sent[0]?.title).toBe("Quiet");
  expect(sent[0]?.images?.map((image) => image.mediaId)).toEqual(["one.jpg", "two.jpg", "three.jpg"]);
});

test("an upload that arrives after the chooser was closed changes nothing", async () => {
  await open();
  await choose("late.jpg");
  await waitFor(() => expect(uploads.length).toBe(1));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  type(fields("Title")[0], "Typed later");
  await arrive("late.jpg");
  await Promise.resolve();
  expect(fields("Title")[0]?.value).toBe("Typed later");
  expect(screen.queryByLabelText("Photo description")).toBeNull();
});

test("text that is no number is deleted with its row, and stays with it when another is deleted", async () => {
  await open();
  const rates = () => fields("Daily rate").map(({ value }) => value);
  const remove = (place: number) =>
    fireEvent.click(screen.getAllByRole("button", { name: "Remove this price" })[place] as HTMLElement);
  type(fields("Daily rate")[1], "much");
  expect(rates()).toEqual(["57", "much", "53"]);
  remove(0);
  expect(rates()).toEqual(["much", "53"]);
  save();
  await waitFor(() => expect(document.activeElement).toBe(fields("Daily rate")[0]));
  expect(sent).toEqual([]);
  remove(0);
  expect(rates()).toEqual(["53"]);
  save();
  await waitFor(() => expect(sent).toEqual([{ rates: [{ minDays: 7, dailyRate: 53 }] }]));
});

test("an unfinished line is not taken away while one types", async () => {
  await open();
  const facts = fields("Short facts, one a line")[0];
  type(facts, "Roof rails\n");
  expect(facts?.value).toBe("Roof rails\n");
  type(facts, "Roof rails\n Tow bar \n\n");
  save();
  await waitFor(() => expect(sent).toEqual([{ specs: ["Roof rails", "Tow bar"] }]));
});

test("only the fields that were changed are sent", async () => {
  await open();
  type(fields("Position")[0], "3");
  save();
  await waitFor(() => expect(sent).toEqual([{ position: 3 }]));
});
