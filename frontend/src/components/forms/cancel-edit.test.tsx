import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import { render } from "@/testing/render";
import { AmountInput } from "./amount-input";
import { CancelEdit } from "./cancel-edit";
import { TextInput } from "./fields";
import { UnsavedWorkDialog } from "./unsaved-work";
import { useSubmit } from "./use-submit";

/** What is fetched again after saving. */
let refetch = async () => {};

function Rename({ label, onClose }: { label: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { name: "", amount: null as number | null } });
  const { onSubmit } = useSubmit(form, async () => undefined, { onDone: () => refetch().then(onClose) });
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextInput control={form.control} name="name" label={label} />
      <AmountInput control={form.control} name="amount" label={`${label} amount`} currency="EUR" whole={70} />
      <button type="submit">Save {label}</button>
      <CancelEdit onCancel={onClose} />
    </form>
  );
}

function Parts({ names }: { names: readonly string[] }) {
  const [open, setOpen] = useState(names);
  return open.map((name) => (
    <Rename key={name} label={name} onClose={() => setOpen((now) => now.filter((one) => one !== name))} />
  ));
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <Dialog title="Views" onClose={() => setOpen(false)}>
          <Parts names={["First", "Second"]} />
        </Dialog>
      ) : (
        <Parts names={["Own"]} />
      )}
      <UnsavedWorkDialog />
    </>
  );
}

function open() {
  const router = createMemoryRouter([{ path: "/", element: <Page /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const press = (name: string, at = 0) =>
    user.click(screen.getAllByRole("button", { name })[at] as HTMLElement);
  return { ...user, press };
}

const field = (label: string) => screen.queryByRole("textbox", { name: label });
const question = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });
const isReloadAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("an unchanged form on a page is cancelled at once", async () => {
  const { press } = open();
  await press("Cancel");
  expect(field("Own")).toBeNull();
});

test("what is typed into a form on a page is asked about before it is cancelled, and before a reload", async () => {
  const { press, type } = open();
  await type(screen.getByLabelText("Own"), "Winter");
  expect(isReloadAsked()).toBe(true);
  await press("Cancel");
  await press("Keep editing");
  expect(field("Own")).toHaveValue("Winter");
  await press("Cancel");
  await press("Leave");
  expect(field("Own")).toBeNull();
  expect(isReloadAsked()).toBe(false);
});

test("one form of a dialog is cancelled or saved, and the other one keeps what was typed", async () => {
  const { press, type, keyboard } = open();
  await press("Open");
  await type(screen.getByLabelText("First"), "Winter");
  await press("Cancel", 1);
  expect(question()).toBeNull();
  expect(field("Second")).toBeNull();
  await keyboard("{Escape}");
  await press("Keep editing");
  await press("Cancel");
  await press("Leave");
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
  await keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a dialog asks about one form after another one was saved", async () => {
  const { press, type, keyboard } = open();
  await press("Open");
  await type(screen.getByLabelText("First"), "Winter");
  await type(screen.getByLabelText("Second"), "Summer");
  await press("Save Second");
  await waitFor(() => expect(field("Second")).toBeNull());
  await keyboard("{Escape}");
  expect(question()).toBeVisible();
});

test("what a button fills in is asked about, until it is taken back", async () => {
  const { press, clear, keyboard } = open();
  await press("Open");
  await press("All: €70");
  await keyboard("{Escape}");
  await press("Keep editing");
  await press("Cancel");
  await press("Keep editing");
  await clear(screen.getByLabelText("First amount (EUR)"));
  await press("Cancel");
  expect(question()).toBeNull();
  expect(field("First")).toBeNull();
});

test("a saved dialog can be closed while its page is still refetching", async () => {
  const { press, type, keyboard } = open();
  refetch = () => new Promise(() => {});
  await press("Open");
  await type(screen.getByLabelText("First"), "Winter");
  await press("Save First");
  refetch = async () => {};
  await keyboard("{Escape}");
  expect(question()).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});
