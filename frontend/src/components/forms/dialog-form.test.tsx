import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/errors";
import { render } from "@/testing/render";
import { AmountInput } from "./amount-input";
import { DialogForm } from "./dialog-form";
import { CheckInput, TextInput } from "./fields";
import { useSubmit } from "./use-submit";

const send = vi.fn<(values: Values) => Promise<void>>();
const close = vi.fn();

interface Values {
  amount: number | null;
  reason: string;
  sendEmail: boolean;
}

function Refund() {
  const form = useForm<Values>({ defaultValues: { amount: 20, reason: "", sendEmail: true } });
  const submit = useSubmit(form, send, { onDone: close });
  const { control } = form;
  return (
    <DialogForm title="Refund" submit={submit} confirm="Refund €20" onClose={close}>
      <AmountInput control={control} name="amount" label="Amount" currency="EUR" limits={{ minimum: 0.01 }} />
      <TextInput control={control} name="reason" label="Reason" />
      <CheckInput control={control} name="sendEmail" label="Send by email" />
    </DialogForm>
  );
}

const field = (label: string) => screen.getByLabelText(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Refund €20" }));
const refusal = (name: string, message: string) =>
  new ApiError(
    422,
    { code: "bad_input", message: "", fields: [{ field: name, code: "bad", message }] } as never,
    "",
    undefined,
  );

beforeEach(() => {
  send.mockReset().mockResolvedValue();
  close.mockReset();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Refund />
    </QueryClientProvider>,
  );
});

test("a form that is pressed twice is sent once and closes", async () => {
  type("Reason", "Too late");
  confirm();
  confirm();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.lastCall?.[0]).toEqual({ amount: 20, reason: "Too late", sendEmail: true });
});

test("an amount that cannot be read stays as typed and is not sent", async () => {
  type("Amount (EUR)", "1,250,3.5x");
  confirm();
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(field("Amount (EUR)")).toHaveValue("1,250,3.5x");
  expect(send).not.toHaveBeenCalled();
});

test.each([
  ["amount", "Amount (EUR)"],
  ["reason", "Reason"],
])("a refusal of %s is shown at its field, and what was typed stays", async (name, label) => {
  send.mockRejectedValueOnce(refusal(name, "No more than was paid"));
  type("Reason", "Too late");
  confirm();
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(/No more than was paid/));
  expect(field("Reason")).toHaveValue("Too late");
  expect(close).not.toHaveBeenCalled();
  // It is sent again, and the refusal is gone.
  confirm();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledTimes(2);
});

test("a refusal of a checkbox is shown", async () => {
  send.mockRejectedValueOnce(refusal("sendEmail", "The customer has no email address"));
  confirm();
  expect(await screen.findByText("The customer has no email address")).toBeVisible();
});

test("a failure of the whole is shown, and the dialog stays", async () => {
  send.mockRejectedValueOnce(new TypeError("network"));
  confirm();
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});

test("closing sends nothing", () => {
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(close).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
});

test("while it is sent the dialog cannot be closed", async () => {
  let answer = () => {};
  send.mockReturnValueOnce(new Promise<void>((resolve) => (answer = resolve)));
  confirm();
  await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled());
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(close).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});
