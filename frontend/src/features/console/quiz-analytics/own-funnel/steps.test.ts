import { expect, it } from "vitest";
import { moved, nextStep, stepsFrom } from "./steps";

it("reads a funnel from the address and refuses anything else", () => {
  expect(stepsFrom("landing;search;booking")).toBe("landing;search;booking");
  expect(stepsFrom("landing:/black;seen:q1;press_phone")).toBe("landing:/black;seen:q1;press_phone");
  const event = "event:01975a3c-7c00-7000-8000-000000000001";
  expect(stepsFrom(`landing;${event}`)).toBe(`landing;${event}`);
  expect(stepsFrom("landing;landing")).toBeUndefined();
  expect(stepsFrom("landing;unknown;event:x")).toBeUndefined();
  expect(stepsFrom("")).toBeUndefined();
});

it("moves a step, and offers one that isn't picked", () => {
  expect(moved(["landing", "search", "booking"], 2, 1)).toEqual(["landing", "booking", "search"]);
  expect(nextStep(["landing", "search"])).toBe("car");
});
