import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";
import { heldToken } from "./own-hold";

export type CarAvailability = components["schemas"]["CarAvailability"];
export type Alternatives = components["schemas"]["Alternatives"];

/** Whether a car cannot be had: not known is no reason against it. */
export function isBooked(availability: Pick<CarAvailability, "state"> | undefined): boolean {
  return availability?.state === "booked";
}

export interface Period {
  pickupDate: string;
  pickupTime: string;
  returnDate: string;
  returnTime: string;
}

/** Availability of cars for a period, by slug; null where the company does not track it. */
export async function fetchAvailability(period: Period): Promise<Map<string, CarAvailability> | null> {
  const hold = heldToken();
  const query = { ...period, ...(hold ? { hold } : {}) };
  const answer = await bodyOf(api.GET("/api/availability", { params: { query } }));
  return answer.isPromised ? new Map(answer.cars.map((car) => [car.slug, car])) : null;
}

/** Whether this company says which cars are free. Where it does not, no text may promise it. */
export function isAvailabilityPromised(): boolean {
  return siteConfig().rental.availability;
}
