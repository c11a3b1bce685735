import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { setToast, useToast } from "@/components/ui/toast";
import { ToastArea } from "@/components/ui/toast-area";
import { render } from "@/testing/render";
import { PayoutEmailLine } from "./payout-email";

afterEach(() => {
  cleanup();
  setToast(null);
  vi.unstubAllGlobals();
});

function Messages() {
  return <ToastArea message={useToast().message} />;
}

/** Asks for another address, while the server answers so. */
async function change(answer: () => Response): Promise<void> {
  vi.stubGlobal("fetch", async () => answer());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PayoutEmailLine address="pay@example.com" />
      <Messages />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Change" }));
  await user.type(screen.getByLabelText("New PayPal email address"), "moved@example.com");
  await user.type(screen.getByLabelText("Your password"), "not my password");
  await user.click(screen.getByRole("button", { name: "Change the address" }));
}

it("says beside its field what the server says of it, and in a message why nothing was changed", async () => {
  const message = "This is not your current password";
  const body = {
    success: false,
    error: "InvalidInput",
    message: "Please check the marked fields.",
    fields: [{ field: "password", message }],
  };
  await change(() => Response.json(body, { status: 422 }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText("Couldn't save")).toBeVisible();
  expect(screen.getByText("Please check the marked fields.")).toBeVisible();
  expect(screen.getByLabelText("New PayPal email address")).toHaveValue("moved@example.com");
});

it("says that the server was not reached, and closes nothing", async () => {
  await change(() => {
    throw new TypeError("Failed to fetch");
  });
  expect(await screen.findByText("We could not be reached. Please try again in a moment.")).toBeVisible();
  expect(screen.getByLabelText("New PayPal email address")).toHaveValue("moved@example.com");
});

it("closes when the address was changed, and says so", async () => {
  await change(() => Response.json({ success: true }));
  expect(await screen.findByText("Payout email changed")).toBeVisible();
  expect(screen.queryByLabelText("New PayPal email address")).toBeNull();
});
