import { afterEach, expect, it, vi } from "vitest";
import { savesData } from "./preferences";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["a browser that reports nothing", undefined, false, false],
  ["a quick line", { saveData: false, effectiveType: "4g" }, false, false],
  ["a line that is slow enough for pictures", { effectiveType: "3g" }, false, false],
  ["a visitor who saves data", { saveData: true, effectiveType: "4g" }, false, true],
  ["a slow line", { effectiveType: "2g" }, false, true],
  ["a very slow line", { effectiveType: "slow-2g" }, false, true],
  ["a browser set to reduced data", undefined, true, true],
])("reads %s", (_, connection, reduced, saves) => {
  vi.stubGlobal("navigator", { connection });
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  expect(savesData()).toBe(saves);
});
