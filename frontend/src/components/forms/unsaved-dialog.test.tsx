import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createMemoryRouter, Link, useNavigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test, vi } from "vitest";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { render } from "@/testing/render";
import { DialogForm } from "./dialog-form";
import { CheckInput, TextInput } from "./fields";
import { UnsavedWorkDialog } from "./unsaved-work";
import { useSubmit } from "./use-submit";

const send = vi.fn<(values: { reason: string }) => Promise<void>>();

/** Closes when it is saved, or opens another page, before it is saved or after. */
type Then = "close" | "stay" | "go" | "go first";

function Refund({ then, onClose }: { then: Then; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { reason: "", sendEmail: false, password: "" } });
  const submit = useSubmit(
    form,
    async (values) => {
      await send(values);
      if (then === "go first") await navigate("/refunds");
    },
    {
      onDone: () => {
        if (then === "go") return navigate("/refunds");
        return then === "close" ? onClose() : undefined;
      },
    },
  );
  const { control } = form;
  return (
    <DialogForm title="Refund" submit={submit} confirm="Pay back" onClose={onClose}>
      <TextInput control={control} name="reason" label="Reason" />
      <CheckInput control={control} name="sendEmail" label="Send by email" />
      <TextInput control={control} name="password" label="Password" type="password" />
      <input data-transient aria-label="Rows shown" />
      <Link to="/refunds">All refunds</Link>
    </DialogForm>
  );
}

function Page({ then }: { then: Then }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Booking</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Refund then={then} onClose={() => setOpen(false)} />}
      <UnsavedWorkDialog />
    </main>
  );
}

async function open(then: Then = "close") {
  send.mockReset().mockResolvedValue();
  const router = createMemoryRouter(
    [
      { path: "/", element: "List of bookings" },
      { path: "/booking", element: <Page then={then} /> },
      { path: "/refunds", element: "List of refunds" },
    ],
    { initialEntries: ["/", "/booking"] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  return { router, press, ...user };
}

const dialog = () => screen.queryByRole("dialog");
const question = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });
const reason = () => screen.getByLabelText("Reason");
const isReloadAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

type Press = (user: Awaited<ReturnType<typeof open>>) => Promise<void>;
const ways: [string, Press][] = [
  ["Escape", (user) => user.keyboard("{Escape}")],
  ["the cross", (user) => user.press("Close")],
  ["Cancel", (user) => user.press("Cancel")],
  [
    "a press outside",
    async (user) => {
      const overlay = document.querySelector<HTMLElement>(".fixed.inset-0");
      if (overlay) await user.pointer([{ keys: "[MouseLeft]", target: overlay }]);
    },
  ],
];

test.each(ways)("an unchanged dialog is closed by %s at once", async (_, close) => {
  const user = await open();
  await user.click(reason());
  await close(user);
  expect(dialog()).toBeNull();
  expect(question()).toBeNull();
});

test.each(ways)("what is typed is not lost by %s: editing goes on in the same field", async (_, close) => {
  const user = await open();
  await user.type(reason(), "Too late");
  await close(user);
  expect(question()).toBeVisible();
  await user.press("Keep editing");
  expect(question()).toBeNull();
  await waitFor(() => expect(reason()).toHaveFocus());
  await user.keyboard("!");
  expect(reason()).toHaveValue("Too late!");
  await close(user);
  await user.press("Leave");
  expect(dialog()).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  expect(isReloadAsked()).toBe(false);
});

test("Escape at the question goes on editing", async () => {
  const user = await open();
  await user.type(reason(), "Too late");
  await user.keyboard("{Escape}{Escape}");
  expect(question()).toBeNull();
  expect(reason()).toHaveValue("Too late");
});

test("a tick counts as a change, until it is taken back", async () => {
  const user = await open();
  await user.click(screen.getByLabelText("Send by email"));
  await user.keyboard("{Escape}");
  await user.press("Keep editing");
  await user.click(screen.getByLabelText("Send by email"));
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test("text that is deleted again is no change", async () => {
  const user = await open();
  await user.type(reason(), "T{Backspace}");
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test.each(["Password", "Rows shown"])("%s is nothing to save", async (label) => {
  const user = await open();
  await user.type(screen.getByLabelText(label), "12");
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test("a saved dialog closes without a question", async () => {
  const user = await open();
  await user.type(reason(), "Too late");
  await user.press("Pay back");
  await waitFor(() => expect(dialog()).toBeNull());
  expect(question()).toBeNull();
});

test("a dialog that stays open after saving closes without a question, and asks after the next change", async () => {
  const user = await open("stay");
  await user.type(reason(), "Too late");
  await user.press("Pay back");
  await waitFor(() => expect(isReloadAsked()).toBe(false));
  await user.type(reason(), "!");
  await user.keyboard("{Escape}");
  await user.press("Keep editing");
  await user.press("Pay back");
  await waitFor(() => expect(isReloadAsked()).toBe(false));
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test.each(["go", "go first"] as const)(
  "a saved dialog opens another page without a question (%s)",
  async (then) => {
    const user = await open(then);
    await user.type(reason(), "Too late");
    await user.press("Pay back");
    expect(await screen.findByText("List of refunds")).toBeVisible();
  },
);

test("after a refusal what was typed is asked about", async () => {
  const user = await open();
  send.mockRejectedValueOnce(new TypeError("network"));
  await user.type(reason(), "Too late");
  await user.press("Pay back");
  expect(await screen.findByRole("alert")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(question()).toBeVisible();
});

test("while it is sent it does not close and does not ask", async () => {
  const user = await open();
  let arrive = () => {};
  send.mockReturnValueOnce(new Promise<void>((resolve) => (arrive = resolve)));
  await user.type(reason(), "Too late");
  await user.press("Pay back");
  await user.keyboard("{Escape}");
  expect(dialog()).toBeVisible();
  expect(question()).toBeNull();
  act(() => arrive());
  await waitFor(() => expect(dialog()).toBeNull());
});

test("Back, a link and a reload ask, too", async () => {
  const user = await open();
  expect(isReloadAsked()).toBe(false);
  await user.type(reason(), "Too late");
  expect(isReloadAsked()).toBe(true);
  const back = () => act(() => user.router.navigate(-1));
  for (const leave of [back, () => user.click(screen.getByText("All refunds"))]) {
    await leave();
    expect(await screen.findByRole("alertdialog")).toBeVisible();
    await user.press("Keep editing");
    expect(reason()).toHaveValue("Too late");
  }
  await back();
  await user.press("Leave");
  expect(await screen.findByText("List of bookings")).toBeVisible();
});

test("a part of a dialog that is gone is nothing to save, and a dialog above has its own fields", async () => {
  function Parts() {
    const [part, setPart] = useState("list");
    const [isOpen, setOpen] = useState(true);
    if (!isOpen) return null;
    return (
      <Dialog title="Notes" onClose={() => setOpen(false)}>
        {part === "form" && <input aria-label="Note" />}
        <button type="button" onClick={() => setPart(part === "form" ? "above" : "form")}>
          Next
        </button>
        {part === "above" && (
          <Dialog title="Rename" onClose={() => setPart("list")}>
            <input aria-label="Name" />
            <CancelButton>Go back</CancelButton>
          </Dialog>
        )}
      </Dialog>
    );
  }
  const user = userEvent.setup();
  render(<Parts />);
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  await press("Next");
  await user.type(screen.getByLabelText("Note"), "Called");
  await press("Next");
  await user.type(screen.getByLabelText("Name"), "Second call");
  await press("Go back");
  await press("Leave");
  expect(screen.queryByLabelText("Name")).toBeNull();
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});
