import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { render } from "@/testing/render";
import { type Messages, type MessageText, messagesQuery } from "../api";
import { Editor } from "./editor";

vi.mock("./preview", () => ({ Preview: () => null }));
vi.mock("@/features/console/shared/session", () => ({ useMe: () => ({ admin: { email: "a@b.c" } }) }));

let text: MessageText;
let sent: Partial<MessageText>[];

const messages = () =>
  ({
    placeholders: ["name"],
    settings: {},
    occasions: [{ occasion: "received", isOn: true, texts: [text, { ...text, language: "de" }] }],
  }) as unknown as Messages;

beforeEach(() => {
  sent = [];
  text = {
    language: "en",
    subject: "Thanks",
    heading: "Hello",
    body: "Hello {name}",
    button: "",
    revision: 1,
    updatedAt: null,
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") {
      const body = (await request.json()) as MessageText;
      sent.push(body);
      if (body.revision !== text.revision)
        return Response.json(
          { success: false, error: "MessageChanged", message: "Changed" },
          { status: 409 },
        );
      text = { ...text, ...body, revision: body.revision + 1 };
    }
    return Response.json(messages());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { data } = useQuery(messagesQuery);
  return data ? <Editor messages={data} occasion="received" /> : null;
}

async function open() {
  const frame = (
    <QueryClientProvider client={new QueryClient()}>
      <Link to="/admin/bookings">Bookings</Link>
      <Outlet />
      <UnsavedWorkDialog />
    </QueryClientProvider>
  );
  const children = [{ index: true, element: <Page /> }];
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: frame, children }])} />);
  await screen.findByLabelText("Subject");
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("what is typed is asked about before another language is opened", async () => {
  await open();
  type("Subject", "Thank you");
  fireEvent.click(screen.getByText("Deutsch"));
  await screen.findByText("Leave without saving?");
  press("Keep editing");
  expect(field("Subject").value).toBe("Thank you");
});

test("an unknown placeholder is named, and not saved", async () => {
  await open();
  type("Text", "Hello {nmae}");
  expect(await screen.findByText("There is no placeholder {nmae}")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  expect(sent).toEqual([]);
});

test("texts that a colleague saved in the meantime are a conflict to resolve", async () => {
  await open();
  type("Subject", "Thank you");
  text = { ...text, heading: "Dear customer", revision: 4 };
  press("Save");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(text).toMatchObject({ subject: "Thank you", heading: "Dear customer" }));
  await waitFor(() => expect(field("Heading").value).toBe("Dear customer"));
});
