import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const drawn = async (isFirst: boolean) => {
  const { OneByOne, startInTasks } = await import("./one-by-one");
  if (isFirst) startInTasks();
  return (
    <OneByOne>
      {["a", "b", "c"].map((name) => (
        <p key={name}>{name}</p>
      ))}
    </OneByOne>
  );
};

it("shows one more part in each task, with the height of the rest held open", async () => {
  const { container } = render(await drawn(true));
  expect(container.textContent).toBe("a");
  expect(container.querySelector("div")).not.toBeNull();
  act(() => vi.advanceTimersToNextTimer());
  expect(container.textContent).toBe("ab");
  act(() => vi.advanceTimersToNextTimer());
  expect(container.textContent).toBe("abc");
  expect(container.querySelector("div")).toBeNull();
});

it("shows all parts at once on pages that are opened after the first", async () => {
  render(await drawn(true));
  act(() => vi.runAllTimers());
  act(() => vi.runAllTimers());
  cleanup();
  const { container } = render(await drawn(false));
  expect(container.textContent).toBe("abc");
});
