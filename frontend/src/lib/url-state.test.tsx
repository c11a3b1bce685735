import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, it } from "vitest";
import { day, oneOf, readUrl, textUpTo, useUrlState, writeUrl } from "./url-state";

const readers = { place: oneOf(["tbilisi", "batumi"]), from: day };

it.each([
  ["2026-07-01", "2026-07-01"],
  ["2026-02-31", undefined],
  ["2026-7-1", undefined],
  ["0000-00-00", undefined],
  ["tomorrow", undefined],
])("the day %s is read as %s", (text, value) => expect(day(text)).toBe(value));

it("reads what it knows and takes the rest for not given", () => {
  expect(readUrl("?place=TBILISI%20&from=2026-07-01", readers)).toEqual({
    place: "tbilisi",
    from: "2026-07-01",
  });
  expect(readUrl("?place=moon", readers)).toEqual({ place: undefined, from: undefined });
});

it("reads any text up to the limit, and an empty one as not given", () => {
  const text = textUpTo(5);
  expect(readUrl("?q=Nino%20K", { q: text })).toEqual({ q: "Nino " });
  expect(readUrl("?q=", { q: text })).toEqual({ q: undefined });
});

it("writes its own parameters and keeps all others", () => {
  expect(writeUrl("?utm_source=x&place=batumi", { place: "tbilisi", from: "2026-07-01" })).toBe(
    "?utm_source=x&place=tbilisi&from=2026-07-01",
  );
  expect(writeUrl("?place=batumi", { place: undefined })).toBe("");
  const query = { utm_source: "x", place: "tbilisi", from: "2026-07-01" };
  expect(readUrl(writeUrl("", query), readers)).toEqual({ place: "tbilisi", from: "2026-07-01" });
});

function Held({ held }: { held: { inner: ReactNode } }) {
  return held.inner;
}

function start(address: string, clean?: (search: string) => string) {
  const held: { inner: ReactNode } = { inner: null };
  const router = createMemoryRouter([{ path: "*", element: <Held held={held} /> }], {
    initialEntries: [address],
  });
  const hook = renderHook(() => useUrlState(readers, clean ? { clean } : {}), {
    wrapper: ({ children }) => {
      held.inner = children;
      return <RouterProvider router={router} />;
    },
  });
  return { router, hook };
}

it("makes each change a step of the history, and the way back undoes it", async () => {
  const { router, hook } = start("/?ref=a#cars");
  act(() => hook.result.current[1]({ place: "batumi" }));
  expect(router.state.location).toMatchObject({ search: "?ref=a&place=batumi", hash: "#cars" });
  act(() => hook.result.current[1]({ from: "2026-07-01" }));
  expect(hook.result.current[0]).toEqual({ place: "batumi", from: "2026-07-01" });
  await act(() => router.navigate(-1));
  expect(hook.result.current[0]).toEqual({ place: "batumi", from: undefined });
});

it("makes a quick second change to what the first one leaves", () => {
  const { router, hook } = start("/?ref=a");
  const change = hook.result.current[1];
  act(() => {
    change({ place: "batumi" });
    change({ from: "2026-07-01" });
  });
  expect(router.state.location.search).toBe("?ref=a&place=batumi&from=2026-07-01");
});

it("makes a change after the way back to what is there again", async () => {
  const { router, hook } = start("/?ref=a");
  act(() => hook.result.current[1]({ place: "batumi" }));
  await act(() => router.navigate(-1));
  act(() => hook.result.current[1]({ from: "2026-07-01" }));
  expect(router.state.location.search).toBe("?ref=a&from=2026-07-01");
});

it("adds no step where nothing changes, and leaves out what must not be kept", () => {
  const { router, hook } = start("/?place=batumi&gclid=x", (search) =>
    writeUrl(search, { gclid: undefined }),
  );
  const before = router.state.location.key;
  act(() => hook.result.current[1]({ place: "tbilisi" }));
  expect(router.state.location.search).toBe("?place=tbilisi");
  const after = router.state.location.key;
  expect(after).not.toBe(before);
  act(() => hook.result.current[1]({ place: "tbilisi" }));
  expect(router.state.location.key).toBe(after);
});
