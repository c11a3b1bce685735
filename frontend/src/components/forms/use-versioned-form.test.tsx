import { QueryClient, QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test } from "vitest";
import { ApiError, type ErrorBody } from "@/lib/errors";
import { render } from "@/testing/render";
import { NumberInput, TextInput } from "./fields";
import { SaveBar } from "./save-bar";
import { UnsavedWorkDialog } from "./unsaved-work";
import { useVersionedForm } from "./use-versioned-form";

interface Car {
  title: string;
  price: number | null;
  photos: string[];
}

interface Stored {
  car: Car;
  revision: number;
  by: string;
}

interface Saved {
  car: Car;
  answer: () => void;
}

let stored: Stored;
/** What was sent, in its order; each waits for its answer. */
let saved: Saved[];
let refusal: ErrorBody | null;
let client: QueryClient;

const query = queryOptions({ queryKey: ["car"], queryFn: async () => structuredClone(stored) });

async function save(car: Car, revision: number): Promise<Stored> {
  await new Promise<void>((answer) => saved.push({ car, answer }));
  if (refusal) throw new ApiError(422, refusal, "", undefined);
  if (revision !== stored.revision)
    throw new ApiError(409, { error: "Changed", message: "Changed" } as ErrorBody, "", undefined);
  stored = { car: { ...car, title: car.title.trim() }, revision: revision + 1, by: "Me" };
  return structuredClone(stored);
}

function Editor({ data }: { data: Stored }) {
  const form = useVersionedForm({
    query,
    data,
    read: ({ car, ...rest }: Stored) => ({ values: car, ...rest }),
    save,
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput control={form.control} name="title" label="Title" />
      <NumberInput control={form.control} name="price" label="Price" />
      <p>{`Photos: ${form.values.photos.join(" ")}`}</p>
      {["one", "two"].map((photo) => (
        <button
          key={photo}
          type="button"
          onClick={async () => {
            await Promise.resolve();
            form.update("photos", (now) => [...now, photo]);
          }}
        >
          {photo}
        </button>
      ))}
      <SaveBar form={form} />
    </form>
  );
}

function Page() {
  const { data } = useQuery(query);
  return data ? <Editor data={data} /> : null;
}

beforeEach(() => {
  stored = { car: { title: "Forester", price: 57, photos: [] }, revision: 1, by: "Nino" };
  saved = [];
  refusal = null;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

async function open() {
  const frame = (
    <QueryClientProvider client={client}>
      <Link to="/elsewhere">Elsewhere</Link>
      <Outlet />
      <UnsavedWorkDialog />
    </QueryClientProvider>
  );
  const children = [
    { index: true, element: <Page /> },
    { path: "elsewhere", element: <p>Another page</p> },
  ];
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: frame, children }])} />);
  await screen.findByLabelText("Title");
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
async function answer(place: number) {
  await waitFor(() => expect(saved.length).toBeGreaterThan(place));
  saved[place]?.answer();
}

test("what is typed while a save is on its way stays, and is saved by the next", async () => {
  await open();
  type("Title", "Outback ");
  press("Save");
  await waitFor(() => expect(saved.length).toBe(1));
  type("Price", "60");
  await answer(0);
  await waitFor(() => expect(field("Title").value).toBe("Outback"));
  expect(field("Price").value).toBe("60");
  press("Save");
  await answer(1);
  await waitFor(() => expect(stored.car).toEqual({ title: "Outback", price: 60, photos: [] }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true),
  );
});

test("saves are sent one after the other, each from the revision of the last", async () => {
  await open();
  const form = field("Title").form as HTMLFormElement;
  type("Title", "First");
  fireEvent.submit(form);
  await waitFor(() => expect(saved.length).toBe(1));
  type("Title", "Second");
  fireEvent.submit(form);
  await answer(0);
  await answer(1);
  await waitFor(() => expect(stored).toMatchObject({ revision: 3, car: { title: "Second" } }));
});

test("uploads that arrive late keep each other and what was typed in the meantime", async () => {
  await open();
  press("one");
  press("two");
  type("Title", "Typed in the meantime");
  expect(await screen.findByText("Photos: one two")).toBeTruthy();
  expect(field("Title").value).toBe("Typed in the meantime");
});

test("both versions of a field are offered when someone else saved first", async () => {
  await open();
  type("Title", "Mine");
  type("Price", "70");
  stored = { car: { title: "Theirs", price: 57, photos: ["new"] }, revision: 5, by: "Nino" };
  press("Save");
  await answer(0);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Nino saved first")).toBeTruthy();
  const title = within(dialog.getByRole("group", { name: "Title" }));
  expect(title.getByRole<HTMLInputElement>("radio", { name: "You: Mine" }).checked).toBe(true);
  fireEvent.click(title.getByRole("radio", { name: "Nino: Theirs" }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await answer(1);
  await waitFor(() =>
    expect(stored).toMatchObject({ revision: 6, car: { title: "Theirs", price: 70, photos: ["new"] } }),
  );
  expect(field("Title").value).toBe("Theirs");
});

test("a conflict may be decided later, or in favour of the other person", async () => {
  await open();
  type("Title", "Mine");
  stored = { ...stored, car: { ...stored.car, title: "Theirs" }, revision: 5 };
  press("Save");
  await answer(0);
  await screen.findByRole("dialog");
  press("Close");
  expect(field("Title").value).toBe("Mine");
  press("Save");
  await answer(1);
  await screen.findByRole("dialog");
  press("Discard my changes");
  await waitFor(() => expect(field("Title").value).toBe("Theirs"));
  expect(saved.length).toBe(2);
});

test("the answer to an earlier save was lost: nothing is left to be decided", async () => {
  await open();
  type("Title", "Mine");
  stored = { ...stored, car: { ...stored.car, title: "Mine" }, revision: 2 };
  press("Save");
  await answer(0);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true),
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a server error is shown at its field until the field changes", async () => {
  refusal = {
    error: "Invalid",
    message: "Invalid",
    fields: [{ field: "title", message: "Too short" }],
  } as ErrorBody;
  await open();
  type("Title", "F");
  press("Save");
  await answer(0);
  await waitFor(() => expect(field("Title").getAttribute("aria-invalid")).toBe("true"));
  const note = document.getElementById(field("Title").getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("Too short");
  expect(field("Title").value).toBe("F");
  type("Title", "Forester XT");
  await waitFor(() => expect(field("Title").getAttribute("aria-invalid")).toBe("false"));
});

test("nothing is saved while a number cannot be read", async () => {
  await open();
  type("Price", "much");
  press("Save");
  await waitFor(() => expect(document.activeElement).toBe(field("Price")));
  expect(field("Price").value).toBe("much");
  expect(saved.length).toBe(0);
  type("Price", "58,50");
  press("Save");
  await answer(0);
  await waitFor(() => expect(stored.car.price).toBe(58.5));
});

test("a page with unsaved work is not left by a click", async () => {
  await open();
  type("Title", "Mine");
  fireEvent.click(screen.getByText("Elsewhere"));
  expect(await screen.findByText("Leave without saving?")).toBeTruthy();
  press("Keep editing");
  expect(field("Title").value).toBe("Mine");
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
  fireEvent.click(screen.getByText("Elsewhere"));
  await screen.findByRole("alertdialog");
  press("Leave");
  expect(await screen.findByText("Another page")).toBeTruthy();
});

test("what others save is shown while nothing is typed here, and not while something is", async () => {
  await open();
  stored = { ...stored, car: { ...stored.car, title: "Theirs" }, revision: 2 };
  await client.invalidateQueries(query);
  await waitFor(() => expect(field("Title").value).toBe("Theirs"));
  type("Title", "Mine");
  stored = { ...stored, car: { ...stored.car, title: "Theirs again" }, revision: 3 };
  await client.invalidateQueries(query);
  expect(field("Title").value).toBe("Mine");
});
