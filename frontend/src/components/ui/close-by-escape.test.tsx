import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "@/testing/render";
import { Dialog } from "./dialog";
import { toast, useToast } from "./toast";
import { ToastArea } from "./toast-area";

/** A dialog whose button reports its result in a message and closes. */
function Page() {
  const { message } = useToast();
  const [isOpen, setOpen] = useState(true);
  const [isDone, setDone] = useState(false);
  return (
    <>
      {isOpen && (
        <Dialog title="Costs" onClose={() => setOpen(false)}>
          {!isDone && (
            <button type="button" onClick={() => setDone(true)}>
              Take
            </button>
          )}
          <DropdownMenu.Root>
            <DropdownMenu.Trigger>Menu</DropdownMenu.Trigger>
            <DropdownMenu.Portal>
              <DropdownMenu.Content>
                <DropdownMenu.Item>Delete</DropdownMenu.Item>
              </DropdownMenu.Content>
            </DropdownMenu.Portal>
          </DropdownMenu.Root>
        </Dialog>
      )}
      <ToastArea message={message} />
    </>
  );
}

test("one Escape closes a dialog, also while a message is shown", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Take" }));
  act(() => toast({ title: "Taken" }));
  expect(await screen.findByText("Taken", { selector: "li *" })).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Escape in a menu over a dialog closes the menu alone", async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByText("Menu").focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("menuitem")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menuitem")).toBeNull();
  expect(screen.getByRole("dialog")).toBeVisible();
});
