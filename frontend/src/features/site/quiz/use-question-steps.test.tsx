import { act, render } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, it } from "vitest";
import { useQuestionSteps } from "./use-question-steps";

interface Seen {
  index: number;
  forward: () => void;
  back: () => void;
}

/** A quiz of numbers: what is shown, and the two ways on. */
function Quiz({ seen }: { seen: Seen }) {
  const [at, setAt] = useState(seen.index);
  const steps = useQuestionSteps(at, setAt);
  seen.index = at;
  seen.forward = () => {
    setAt(at + 1);
    steps.forward(at + 1);
  };
  seen.back = steps.back;
  return null;
}

function start(index: number, state?: unknown) {
  const seen: Seen = { index, forward: () => undefined, back: () => undefined };
  const router = createMemoryRouter([{ path: "*", element: <Quiz seen={seen} /> }], {
    initialEntries: ["/before", { pathname: "/", state }],
    initialIndex: 1,
  });
  render(<RouterProvider router={router} />);
  return { router, seen };
}

const entry = (router: ReturnType<typeof start>["router"]) => router.state.location.state?.question;

it("goes back one question with each step back, and forward again", async () => {
  const { router, seen } = start(0);
  act(() => seen.forward());
  act(() => seen.forward());
  expect([seen.index, entry(router)]).toEqual([2, 2]);
  await act(() => router.navigate(-1));
  expect(seen.index).toBe(1);
  await act(() => router.navigate(-1));
  expect(seen.index).toBe(0);
  await act(() => router.navigate(1));
  expect(seen.index).toBe(1);
});

it("leaves the first screen before the first question", async () => {
  const { router } = start(0);
  expect(entry(router)).toBe(0);
  await act(() => router.navigate(-1));
  expect([router.state.location.pathname, entry(router)]).toEqual(["/", undefined]);
});

it("goes on in the entry that it was opened in, where the button still leads to the question before", async () => {
  const { router, seen } = start(4);
  expect(entry(router)).toBe(4);
  await act(async () => seen.back());
  expect([seen.index, entry(router)]).toEqual([3, 3]);
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/before");
});

it("uses the history with the button where it can: no entry is left behind", async () => {
  const { router, seen } = start(2);
  act(() => seen.forward());
  await act(async () => seen.back());
  expect([seen.index, entry(router)]).toEqual([2, 2]);
  act(() => seen.forward());
  await act(() => router.navigate(-1));
  expect(seen.index).toBe(2);
});
