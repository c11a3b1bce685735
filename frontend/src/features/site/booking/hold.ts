import type { Alternatives, CarAvailability, Period } from "@/features/site/shared/availability/ask";
import { endHold, heldToken, heldTrip, keepHold } from "@/features/site/shared/availability/own-hold";
import { api, bodyOf } from "@/lib/api";
import type { Details } from "./rules/schema";

/** What a hold is for. */
export interface Trip extends Period {
  car: string;
}

export interface HoldAnswer {
  /** Until when it is held by this browser's clock, in milliseconds since 1970; null when it is not. */
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

/** Calls about the hold, one after another: each needs the token that the one before it was given. */
let lastCall: Promise<unknown> = Promise.resolve();

function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const result = lastCall.then(call);
  lastCall = result.catch(() => undefined);
  return result;
}

const maxAnswerMilliseconds = 20_000;

/** Holds a car for this visitor, or for longer. What they held before is free again, whatever comes of this. */
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
  // By the length and not by the server's clock: the visitor's may be wrong.
  const until = token && seconds ? asked + seconds * 1000 : null;
  return { until, car: car ?? null, alternatives: alternatives ?? null };
}

/** Others may have what this visitor held, as soon as they look at something else. */
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
