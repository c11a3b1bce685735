import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { render } from "@/testing/render";
import { Dialog } from "./dialog";

type MakeDialog = (onClose: () => void) => ReactNode;

const kinds: [string, MakeDialog][] = [
  [
    "form",
    (onClose) => (
      <Dialog title="Cancel?" onClose={onClose}>
        <button type="button" onClick={onClose}>
          Do it
        </button>
      </Dialog>
    ),
  ],
  [
    "confirmation",
    (onClose) => (
      <ConfirmDialog
        title="Cancel?"
        description="It is gone then."
        confirm="Do it"
        onConfirm={async () => undefined}
        onClose={onClose}
      />
    ),
  ],
];

/** A page whose button opens a dialog, and is gone once `Do it` was pressed. */
function Page({ dialog, result = false }: { dialog: MakeDialog; result?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <main>
      <h1>Bookings</h1>
      {result && <p data-result>Saved</p>}
      {!isDone && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      )}
      <button type="button" onClick={() => setIsDone(true)}>
        Elsewhere
      </button>
      {isOpen &&
        dialog(() => {
          setIsOpen(false);
          if (result) setIsDone(true);
        })}
    </main>
  );
}

test.each(kinds)(
  "a %s gives the focus back to what opened it, by keyboard and by pointer",
  async (_, dialog) => {
    const user = userEvent.setup();
    render(<Page dialog={dialog} />);
    const opener = screen.getByRole("button", { name: "Open" });
    for (const open of [() => user.click(opener), () => user.keyboard("{Enter}")]) {
      await open();
      expect(await screen.findByText("Cancel?")).toBeVisible();
      expect(opener).not.toHaveFocus();
      await user.keyboard("{Escape}");
      await waitFor(() => expect(opener).toHaveFocus());
    }
    await user.click(opener);
    await user.click(screen.getByRole("button", { name: "Do it" }));
    await waitFor(() => expect(opener).toHaveFocus());
  },
);

test.each(kinds)("when what opened a %s is gone, the focus goes to the result", async (_, dialog) => {
  const user = userEvent.setup();
  render(<Page dialog={dialog} result />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.click(screen.getByRole("button", { name: "Do it" }));
  await waitFor(() => expect(screen.getByText("Saved")).toHaveFocus());
});

function WithMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <h1>Users</h1>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>Menu</DropdownMenu.Trigger>
        <DropdownMenu.Content>
          <DropdownMenu.Item onSelect={() => setIsOpen(true)}>Take access away</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isOpen && kinds[1]?.[1](() => setIsOpen(false))}
    </main>
  );
}

test("a dialog that was opened from a menu gives the focus to what opened the menu", async () => {
  const user = userEvent.setup();
  render(<WithMenu />);
  screen.getByText("Menu").focus();
  await user.keyboard("{Enter}");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Cancel?")).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByText("Menu")).toHaveFocus());
});

test("every dialog gives the focus back: by these two components, its own trigger, or the same rule", () => {
  const root = join(process.cwd(), "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  const making = files.filter((name) =>
    /<(Radix|Dialog|AlertDialog)\.Content/.test(readFileSync(join(root, name), "utf8")),
  );
  expect(making).toContain(join("components", "ui", "dialog.tsx"));
  const without = making.filter((name) => {
    const text = readFileSync(join(root, name), "utf8");
    return !/\.Trigger|onCloseAutoFocus=/.test(text);
  });
  expect(without).toEqual([]);
});
