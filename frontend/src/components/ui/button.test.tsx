import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { Button } from "./button";

const send = vi.fn();

/** Disabled from the first press on, as while it sends. */
function Form() {
  const [isSending, setSending] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
        setSending(true);
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" disabled={isSending} onClick={() => {}}>
        Save
      </Button>
    </form>
  );
}

const button = () => screen.getByRole("button", { name: "Save" });

test("a button that is disabled by its press keeps the focus and sends once", async () => {
  send.mockReset();
  const user = userEvent.setup();
  render(<Form />);
  await user.dblClick(button());
  await user.keyboard("{Enter} ");
  expect(button()).toHaveFocus();
  expect(button()).toHaveAttribute("aria-disabled", "true");
  await user.tab({ shift: true });
  await user.keyboard("{Enter}");
  expect(button()).toBeDisabled();
  expect(send).toHaveBeenCalledOnce();
});
