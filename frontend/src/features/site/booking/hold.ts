import type { Alternatives, CarAvailability, Period } from "@/features/site/shared/availability/ask";
import { endHold, heldToken, heldTrip, keepHold } from "@/features/site/shared/availability/own-hold";
import { api, bodyOf } from "@/lib/api";
import { ApiError } from "@/lib/errors";
import type { Details } from "./rules/schema";

/** The trip to hold a car for. */
export interface Trip extends Period {
  car: string;
}

export interface HoldAnswer {
  /** The end of the hold by this browser's clock, in milliseconds since 1970; null when not held. */
  until: number | null;
  car: CarAvailability | null;
  alternatives: Alternatives | null;
}

export function tripOf({ carType, pickupDate, pickupTime, returnDate, returnTime }: Details): Trip {
  return { car: carType, pickupDate, pickupTime, returnDate, returnTime };
}

export function isSameTrip(one: Trip, other: Trip): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Hold requests run one after another: each needs the token returned by the previous one. */
let lastCall: Promise<unknown> = Promise.resolve();

function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const result = lastCall.then(call);
  lastCall = result.catch(() => undefined);
  return result;
}

const maxAnswerMilliseconds = 20_000;

/** Holds a car for this visitor, or extends the hold. Releases the previous hold in any case. */
export function holdCar(trip: Trip): Promise<HoldAnswer> {
  return inTurn(() => requestHold(trip));
}

async function requestHold(trip: Trip): Promise<HoldAnswer> {
  const asked = Date.now();
  const body = { ...trip, token: heldToken() ?? null };
  const { token, seconds, car, alternatives } = await bodyOf(
    api.POST("/api/availability/holds", { body, signal: AbortSignal.timeout(maxAnswerMilliseconds) }),
  );
  if (token) keepHold(token, JSON.stringify(trip));
  else endHold();
  // From the duration, since the visitor's clock may be wrong.
  const until = token && seconds ? asked + seconds * 1000 : null;
  return { until, car: car ?? null, alternatives: alternatives ?? null };
}

/** Releases the hold as soon as the visitor looks at something else. */
export function releaseUnless(trip: Trip): void {
  void inTurn(() => release(trip));
}

async function release(trip: Trip): Promise<void> {
  const token = heldToken();
  const held = heldTrip();
  if (!token || !held || held === JSON.stringify(trip)) return;
  endHold();
  const signal = AbortSignal.timeout(maxAnswerMilliseconds);
  await api.POST("/api/availability/holds/release", { body: { token }, signal }).catch((error: unknown) => {
    // It expires within ten minutes.
    console.warn("hold not released", error);
  });
}

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
