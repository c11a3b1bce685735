import { useSyncExternalStore } from "react";
import { gentle } from "@/lib/scroll";

/** The visitor's search, shared by the header form and the showcase; and the wish to make the form shake. */
export interface Search {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  returnDate: string;
  days: number;
}

let search: Search | null = null;
let shakes = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setSearch(next: Search | null): void {
  search = next;
  tell();
}

export function useSearch(): Search | null {
  return useSyncExternalStore(subscribe, () => search);
}

/** Makes the header form shake and brings it into view. */
export function askForSearch(): void {
  shakes += 1;
  tell();
  const form = document.getElementById("search");
  form?.scrollIntoView({ behavior: gentle(), block: "center" });
  // Those who use the keyboard go on in the form.
  form?.querySelector("select")?.focus({ preventScroll: true });
}

export function useShakes(): number {
  return useSyncExternalStore(subscribe, () => shakes);
}
