import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reach } from "@/features/site/shared/journey/journey";
import type { SiteConfig } from "@/lib/site-config";
import { localStore } from "@/lib/storage";
import { drawnOrder } from "./drawn-order";

const site = { formOrder: "contactFirst", formExperiment: null } as Pick<
  SiteConfig,
  "formOrder" | "formExperiment"
>;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));
vi.mock("@/features/site/shared/journey/journey", () => ({ reach: vi.fn() }));

beforeEach(() => {
  site.formExperiment = {
    id: "one",
    arms: [
      { order: "tripFirst", share: 30 },
      { order: "contactFirst", share: 70 },
    ],
  };
});
afterEach(() => {
  localStore.remove("form_experiment");
  vi.clearAllMocks();
});

it("is the company's own where no experiment runs, and no visit says anything of it", () => {
  site.formExperiment = null;
  expect(drawnOrder()).toBe("contactFirst");
  expect(reach).not.toHaveBeenCalled();
});

it.each([
  [0, "tripFirst"],
  [0.299, "tripFirst"],
  [0.301, "contactFirst"],
  [0.999, "contactFirst"],
] as const)("is drawn by the shares: %f gives %s", (number, order) => {
  expect(drawnOrder(() => number)).toBe(order);
  expect(reach).toHaveBeenCalledWith(order === "tripFirst" ? "form_trip_first" : "form_contact_first", "/");
});

it("stays for a visitor who comes back, until another experiment", () => {
  drawnOrder(() => 0);
  expect(drawnOrder(() => 0.9)).toBe("tripFirst");
  if (site.formExperiment) site.formExperiment.id = "two";
  expect(drawnOrder(() => 0.9)).toBe("contactFirst");
});
