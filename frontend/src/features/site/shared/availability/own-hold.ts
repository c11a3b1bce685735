import { formStore, readJson } from "@/lib/storage";

const key = "booking_hold";

/** The visitor's own hold of a car, kept for this tab. `trip` identifies the held trip, and is empty without a hold. */
interface OwnHold {
  token: string;
  trip: string;
}

function read(): OwnHold | null {
  return readJson<OwnHold>(formStore, key);
}

/** The token of this visitor's holds: each new hold replaces the previous one. */
export function heldToken(): string | undefined {
  return read()?.token;
}

/** The current hold, as passed to `keepHold`. */
export function heldTrip(): string {
  return read()?.trip ?? "";
}

export function keepHold(token: string, trip: string): void {
  formStore.set(key, JSON.stringify({ token, trip }));
}

/** Clears the hold and keeps the visitor's token. */
export function endHold(): void {
  const token = heldToken();
  if (token) keepHold(token, "");
}

/** The hold has become a booking. */
export function forgetHold(): void {
  formStore.remove(key);
}
