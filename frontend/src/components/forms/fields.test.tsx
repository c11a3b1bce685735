import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { NumberInput } from "./fields";

const sent = vi.fn();

function Form({ limits }: { limits: { minimum?: number; maximum?: number } }) {
  const form = useForm({ defaultValues: { percent: 10 } });
  return (
    <form onSubmit={form.handleSubmit(sent)}>
      <NumberInput control={form.control} name="percent" label="Percent" limits={limits} />
      <button type="submit">{"Save"}</button>
    </form>
  );
}

const type = (value: string) => fireEvent.change(screen.getByLabelText("Percent"), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

test("a number outside the server's limits is named at its field and not sent", async () => {
  render(<Form limits={{ minimum: 0, maximum: 100 }} />);
  type("150");
  expect(screen.getByRole("alert")).toHaveTextContent("Enter a number from 0 to 100");
  save();
  type("100");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  save();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent.mock.lastCall?.[0]).toEqual({ percent: 100 });
});

test("without an upper limit only the lower one is named", () => {
  render(<Form limits={{ minimum: 1 }} />);
  type("0");
  expect(screen.getByRole("alert")).toHaveTextContent("Enter 1 or more");
});
