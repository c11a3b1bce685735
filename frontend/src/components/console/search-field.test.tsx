import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchField } from "./search-field";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = () => act(() => vi.advanceTimersByTime(1_000));

function setUp(value = "") {
  const onSearch = vi.fn();
  const shown = (now: string) => (
    <SearchField label="Search" placeholder="" value={now} onSearch={onSearch} />
  );
  const { rerender, unmount } = render(shown(value));
  return { onSearch, unmount, change: (now: string) => rerender(shown(now)) };
}

test("typing is reported once, when it pauses", () => {
  const { onSearch } = setUp();
  type("n");
  type("ni");
  type("nino ");
  expect(onSearch).not.toHaveBeenCalled();
  pause();
  expect(onSearch.mock.calls).toEqual([["nino"]]);
});

test("Enter reports at once, and nothing follows", () => {
  const { onSearch } = setUp();
  type("nino");
  fireEvent.keyDown(field(), { key: "Enter" });
  pause();
  expect(onSearch.mock.calls).toEqual([["nino"]]);
});

test("a search that is taken back by the way back does not return", () => {
  const { onSearch, change } = setUp();
  type("nino");
  pause();
  change("nino");
  change("");
  pause();
  expect(field().value).toBe("");
  expect(onSearch).toHaveBeenCalledTimes(1);
});

test("what is typed and not yet reported gives way to a change from outside", () => {
  const { onSearch, change } = setUp("nino");
  type("nino b");
  change("");
  pause();
  expect(field().value).toBe("");
  expect(onSearch).not.toHaveBeenCalled();
});

test("what is typed and left is not reported on the next page", () => {
  const { onSearch, unmount } = setUp();
  type("nino");
  unmount();
  pause();
  expect(onSearch).not.toHaveBeenCalled();
});

test("of two quick searches the first one's arrival changes nothing", () => {
  const { change } = setUp();
  type("ni");
  pause();
  type("nino");
  pause();
  change("ni");
  change("nino");
  expect(field().value).toBe("nino");
});

test("letters typed while an earlier report arrives stay", () => {
  const { change } = setUp();
  type("ni");
  pause();
  type("nino");
  change("ni");
  expect(field().value).toBe("nino");
});
