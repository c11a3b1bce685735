import { expect, it } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { platformJson } from "@/testing/seeds";
import { toBring } from "./lines";

type Company = {
  integrations: { rentalTerms: SiteConfig["rental"]["terms"] };
  settings: { driverMinimumAge: number };
};

const texts = (company: string, minimumAge: number | null = null) => {
  const { integrations, settings } = platformJson<Company>(`src/abano/ops/seeds/${company}/company.json`);
  return toBring({ ...settings, terms: integrations.rentalTerms }, { minimumAge }).map(({ text }) => text);
};

it("are what each company asks for, and the age that it has set for all or for the car", () => {
  expect(texts("georgia")).toEqual(["Bring your passport or identity card", "Minimum driver age: 23"]);
  expect(texts("alps", 25)).toEqual([
    "Bring your passport or identity card",
    "Bring a payment card in the driver's own name",
    "Minimum driver age: 25",
  ]);
  const own = { terms: { identity: true, paymentCard: true, pickupDocuments: "Show both passports" } };
  expect(toBring({ ...own, driverMinimumAge: 21 } as never, undefined).map(({ text }) => text)).toEqual([
    "Show both passports",
    "Minimum driver age: 21",
  ]);
  expect(toBring({ terms: {}, driverMinimumAge: 21 } as never, undefined)).toHaveLength(1);
});
