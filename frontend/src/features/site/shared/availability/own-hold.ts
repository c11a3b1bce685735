import { formStore, readJson } from "@/lib/storage";

const key = "booking_hold";

/** The visitor's own hold of a car, kept for this tab. `trip` says what is held, and is empty when nothing is. */
interface OwnHold {
  token: string;
  trip: string;
}

function read(): OwnHold | null {
  return readJson<OwnHold>(formStore, key);
}

/** The token of this visitor's holds: each next one takes the place of the one before. */
export function heldToken(): string | undefined {
  return read()?.token;
}

/** What is held now, as passed to `keepHold`. */
export function heldTrip(): string {
  return read()?.trip ?? "";
}

export function keepHold(token: string, trip: string): void {
  formStore.set(key, JSON.stringify({ token, trip }));
}

/** Nothing is held any more; the token stays the visitor's. */
export function endHold(): void {
  const token = heldToken();
  if (token) keepHold(token, "");
}

/** The hold has become a booking. */
export function forgetHold(): void {
  formStore.remove(key);
}
