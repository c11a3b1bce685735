import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { lateStep } from "./late-step";

interface Props {
  car: string;
  onBack: () => void;
}

const gone = new TypeError("Failed to fetch dynamically imported module");
const step: ComponentType<Props> = ({ car }) => <p>{car}</p>;

window.scrollTo = () => undefined;

it("says in its place that a step did not come, leads back, and asks for it again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<ComponentType<Props>>>()
    .mockRejectedValueOnce(gone)
    .mockRejectedValueOnce(gone)
    .mockResolvedValue(step);
  const back = vi.fn();
  const Step = lateStep(load);
  render(<Step car="Toyota 4Runner" onBack={back} />);
  expect(screen.getByRole("status", { name: "Loading" })).toBeVisible();

  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(
    "Couldn't load this. Check your connection. Everything you entered is kept.",
  );
  expect(alert.parentElement).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(back).toHaveBeenCalledOnce();

  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("alert");
  // The line is back: nothing has to be pressed.
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Toyota 4Runner")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(load).toHaveBeenCalledTimes(3);
});

it("is shown immediately when its code was prefetched", async () => {
  const Step = lateStep(async () => step);
  await Step.prepare();
  render(<Step car="Ford Transit" onBack={() => undefined} />);
  expect(screen.getByText("Ford Transit")).toBeVisible();
});
