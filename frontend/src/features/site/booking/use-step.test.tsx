import { act } from "@testing-library/react";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, it, vi } from "vitest";
import type { Draft } from "./draft";
import type { Step } from "./rules/order";
import { useStep } from "./use-step";

vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({}) }));
// Everything is filled in.
vi.mock("./rules/order", () => ({ reachableStep: (wanted: Step) => wanted }));

const draft = { step: 1 } as Draft;

function Wizard() {
  const { step, forward, back } = useStep(draft);
  return (
    <>
      <h2>Step {step}</h2>
      <button type="button" onClick={() => forward((step + 1) as Step)}>
        Next
      </button>
      <button type="button" onClick={back}>
        Back
      </button>
    </>
  );
}

const place = document.createElement("div");
document.body.append(place);
const root = createRoot(place);
const press = (at: number) => place.querySelectorAll("button").item(at).click();
const heading = () => place.querySelector("h2")?.textContent;

afterEach(() => act(() => root.render(null)));

/** As the product draws: in small pieces, with the effects later, so that a press may come in between. */
function drawUntilSeen(router: ReturnType<typeof createMemoryRouter>, then: () => void): Promise<void> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  return new Promise((done) => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      then();
      done();
    });
    seen.observe(place, { childList: true, subtree: true });
    startTransition(() => root.render(<RouterProvider router={router} />));
  });
}

it("follows a press that comes the moment the step is seen", async () => {
  const router = createMemoryRouter([{ path: "/", element: <Wizard /> }]);
  await drawUntilSeen(router, () => press(0));
  await expect.poll(heading).toBe("Step 2");
  // What the first entry says of itself does not take the press back.
  expect(router.state.location.state).toEqual({ step: 2, pushed: true });
  press(1);
  await expect.poll(() => router.state.location.state).toEqual({ step: 1 });
  await expect.poll(heading).toBe("Step 1");
  vi.unstubAllGlobals();
});
