import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { latePart } from "./late-part";

interface Props {
  car: string;
  onClose: () => void;
}

it("says that a part did not come, and asks for it again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<ComponentType<Props>>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValue(({ car }) => <p>{car}</p>);
  const close = vi.fn();
  const Part = latePart(load);
  render(<Part car="Toyota 4Runner" onClose={close} />);

  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't load this. Check your connection.");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(close).toHaveBeenCalledOnce();

  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Toyota 4Runner")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();

  cleanup();
  render(<Part car="Ford Transit" onClose={close} />);
  expect(screen.getByText("Ford Transit")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
