import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { ReasonDialog } from "./reason-dialog";

function open(onConfirm: (reason: string) => Promise<unknown>, isOptional = false) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReasonDialog
        title="Reverse this payout?"
        maxLength={500}
        isOptional={isOptional}
        confirm="Reverse"
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose, confirm: screen.getByRole("button", { name: "Reverse" }) };
}

it("asks for a reason before it confirms", async () => {
  const onConfirm = vi.fn(async () => undefined);
  const { user, onClose, confirm } = open(onConfirm);
  await user.click(confirm);
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription("Enter a reason.");
  expect(onConfirm).not.toHaveBeenCalled();
  await user.type(screen.getByRole("textbox"), " Sent twice ");
  await user.click(confirm);
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith("Sent twice");
  expect(onClose).toHaveBeenCalledOnce();
});

it("confirms without a reason where it is optional", async () => {
  const onConfirm = vi.fn(async () => undefined);
  const { user, confirm } = open(onConfirm, true);
  await user.click(confirm);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("keeps the reason when the server cannot be reached", async () => {
  const { user, onClose, confirm } = open(() => Promise.reject(new TypeError("Failed to fetch")));
  await user.type(screen.getByRole("textbox"), "Sent twice");
  await user.click(confirm);
  expect(await screen.findByText(/reach the server/)).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("Sent twice");
  expect(onClose).not.toHaveBeenCalled();
});
