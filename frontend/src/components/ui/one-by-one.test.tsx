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

const drawn = async (isFirst: boolean, names = ["a", "b", "c"]) => {
  const { OneByOne, startInTasks } = await import("./one-by-one");
  if (isFirst) startInTasks();
  return (
    <OneByOne>
      {names.map((name) => (
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

it("shows later parts of the first page in tasks too, when others are complete", async () => {
  render(await drawn(true, ["alone"]));
  const { container } = render(await drawn(false));
  expect(container.textContent).toBe("a");
  act(() => vi.advanceTimersToNextTimer());
  expect(container.textContent).toBe("ab");
});

it("shows all parts at once on pages that are opened after the first", async () => {
  render(await drawn(true));
  const { endStart } = await import("./one-by-one");
  endStart();
  const { container } = render(await drawn(false));
  expect(container.textContent).toBe("abc");
});
