import { expect, it } from "vitest";
import type { Service } from "@/lib/site-config";
import { servicesFor } from "./rules";

const service = (code: string, more: Partial<Service> = {}) =>
  ({ code, hiddenForCars: [], onlyForCars: [], ...more }) as unknown as Service;

it("offers what goes with the car: not what hides from its name, nor what is for others only", () => {
  const services = [
    service("all"),
    service("tent", { hiddenForCars: ["elantra"] }),
    service("chains", { onlyForCars: ["suv"] }),
  ];
  const codes = (name: string, slug: string) => servicesFor(services, { name, slug }).map(({ code }) => code);
  expect(codes("Hyundai Elantra", "elantra")).toEqual(["all"]);
  expect(codes("Big SUV", "suv")).toEqual(["all", "tent", "chains"]);
});
