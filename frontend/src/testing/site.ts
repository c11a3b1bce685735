import type { SiteConfig } from "@/lib/site-config";
import { platformJson } from "./seeds";

type Seed = {
  cars: (Omit<SiteConfig["cars"][number], "baseRate" | "rates"> & {
    baseRate: string;
    rates: { minDays: number; dailyRate: string }[];
  })[];
  deliveryFees: { pickup: string; dropoff: string; fee: string }[];
};

function seed<T>(name: string): T {
  return platformJson<T>(`src/abano/seeds/georgia/${name}`);
}

/** Prices and rules of the first company, from the seeds that the server uses. */
export function testSite(): Pick<SiteConfig, "cars" | "deliveryFees" | "rental"> {
  const catalog = seed<Seed>("catalog.json");
  const { settings } = seed<{
    settings: Omit<SiteConfig["rental"], "unknownCarDailyRate"> & { unknownCarDailyRate: string };
  }>("company.json");
  return {
    cars: catalog.cars.map((car) => ({
      ...car,
      baseRate: Number(car.baseRate),
      rates: car.rates.map((rate) => ({ minDays: rate.minDays, dailyRate: Number(rate.dailyRate) })),
    })),
    deliveryFees: catalog.deliveryFees.map((fee) => ({ ...fee, fee: Number(fee.fee) })),
    rental: { ...settings, unknownCarDailyRate: Number(settings.unknownCarDailyRate) },
  };
}

/** The first company, as far as dates and prices need to know it. */
export const testTenant: SiteConfig["tenant"] = {
  slug: "georgia",
  name: "Abano Georgia",
  timezone: "Asia/Tbilisi",
  currency: "EUR",
  languages: ["en"],
  locale: "en-GB",
};
