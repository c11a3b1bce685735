import { expect, it } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { platformJson } from "@/testing/seeds";
import { toBring } from "./lines";

type Company = {
  integrations: { rentalTerms: SiteConfig["rental"]["terms"] };
  settings: { driverMinimumAge: number };
};

const texts = (company: string, minimumAge: number | null = null) => {
  const { integrations, settings } = platformJson<Company>(`src/abano/seeds/${company}/company.json`);
  return toBring({ ...settings, terms: integrations.rentalTerms }, { minimumAge }).map(({ text }) => text);
};

it("are what each company asks for, and the age that it has set for all or for the car", () => {
  expect(texts("georgia")).toEqual(["Bring your passport or identity card", "Whoever drives is 23 or older"]);
  expect(texts("alps", 25)).toEqual([
    "Bring your passport or identity card",
    "Bring a payment card in the driver's own name",
    "Whoever drives is 25 or older",
  ]);
  const own = { terms: { identity: true, paymentCard: true, pickupDocuments: "Show both passports" } };
  expect(toBring({ ...own, driverMinimumAge: 21 } as never, undefined).map(({ text }) => text)).toEqual([
    "Show both passports",
    "Whoever drives is 21 or older",
  ]);
  expect(toBring({ terms: {}, driverMinimumAge: 21 } as never, undefined)).toHaveLength(1);
});
