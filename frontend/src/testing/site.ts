import type { SiteConfig } from "@/lib/site-config";
import { platformJson } from "./seeds";

type Seed = {
  cars: (Omit<
    SiteConfig["cars"][number],
    "baseRate" | "lowestRate" | "highestRate" | "rates" | "seasonRates"
  > & { baseRate: string })[];
  deliveryFees: { pickup: string; dropoff: string; fee: string }[];
  drivingTimes: SiteConfig["drivingTimes"];
};

function seed<T>(name: string): T {
  return platformJson<T>(`src/abano/ops/seeds/georgia/${name}`);
}

interface Published {
  unknownCarRates: SiteConfig["rental"]["unknownCarRates"];
  cars: Pick<SiteConfig["cars"][number], "name" | "rates">[];
}

/** Prices and rules of the first company: from the seeds that the server uses, with the bands that it makes of them. */
export function testSite(): Pick<
  SiteConfig,
  "cars" | "deliveryFees" | "drivingTimes" | "insurance" | "rental" | "seasons" | "priceRules"
> {
  const catalog = seed<Seed>("catalog.json");
  const { settings, integrations } = seed<{
    settings: Omit<SiteConfig["rental"], "unknownCarRates" | "unknownCarSeasonRates" | "terms">;
    integrations: { rentalTerms: SiteConfig["rental"]["terms"] };
  }>("company.json");
  const { published } = platformJson<{ published: Published }>(
    "tests/test_catalog_pricing/price_vectors.json",
  );
  return {
    cars: catalog.cars.map((car) => {
      const rates = published.cars.find(({ name }) => name === car.name)?.rates ?? [];
      const daily = rates.map(({ dailyRate }) => dailyRate);
      return {
        ...car,
        baseRate: Number(car.baseRate),
        lowestRate: Math.min(...daily),
        highestRate: Math.max(...daily),
        rates,
        seasonRates: {},
      };
    }),
    insurance: testInsurance(),
    deliveryFees: catalog.deliveryFees.map((fee) => ({ ...fee, fee: Number(fee.fee) })),
    drivingTimes: catalog.drivingTimes,
    rental: {
      ...settings,
      terms: integrations.rentalTerms,
      unknownCarRates: published.unknownCarRates,
      unknownCarSeasonRates: {},
    },
    seasons: [],
    priceRules: { weekend: null, lastMinute: null },
  };
}

/** A company's insurance, as the server publishes it. */
export function testInsurance(company = "georgia"): SiteConfig["insurance"] {
  type Option = SiteConfig["insurance"][number];
  const { insurance } = platformJson<{
    insurance: (Option & { dailyRate: string; excess: string | null })[];
  }>(`src/abano/ops/seeds/${company}/catalog.json`);
  const preselected = insurance.find(({ recommended }) => recommended) ?? insurance[0];
  return insurance.map((option) => ({
    ...option,
    dailyRate: Number(option.dailyRate),
    excess: option.excess === null ? null : Number(option.excess),
    preselected: option === preselected,
  }));
}

/** The first company, as far as dates and prices need to know it. */
export const testTenant: SiteConfig["tenant"] = {
  slug: "georgia",
  name: "Abano Georgia",
  timezone: "Asia/Tbilisi",
  currency: "EUR",
  languages: ["en"],
  language: "en",
  pathPrefix: "",
  locale: "en-GB",
  locales: { en: "en-GB" },
};

/** A place that is always open. */
export function testPlace(code: string, name: string): SiteConfig["locations"][number] {
  return {
    code,
    name,
    kind: "city",
    address: "",
    latitude: null,
    longitude: null,
    openingHours: [],
    outOfHoursFee: 0,
    needsFlightNumber: false,
    needsAddress: false,
    handoverPlaces: [],
  };
}
