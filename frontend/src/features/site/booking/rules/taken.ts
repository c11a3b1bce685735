import type { Alternatives } from "@/features/site/shared/availability/ask";
import { ApiError } from "@/lib/errors";
import type { Trip } from "../hold";

/** A booking was refused, because someone else was first. */
export interface Taken {
  trip: Trip;
  alternatives: Alternatives;
}

/** What else there is, when a refusal says that the car is gone; null for any other error. */
export function takenFrom(error: unknown, trip: Trip): Taken | null {
  if (!(error instanceof ApiError) || error.body?.error !== "CarNoLongerAvailable") return null;
  const found = error.body.details?.alternatives as Alternatives | undefined;
  return { trip, alternatives: found ?? { cars: [], freeFrom: null } };
}
