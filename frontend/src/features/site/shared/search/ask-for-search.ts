import { useSyncExternalStore } from "react";
import { gentle } from "@/lib/preferences";

/** Counts how often other parts of the page asked for a search. */
let shakes = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes the header form shake and brings it into view. */
export function askForSearch(): void {
  shakes += 1;
  for (const listener of listeners) listener();
  goToSearch();
}

/** Brings the header form into view. */
export function goToSearch(): void {
  const form = document.getElementById("search");
  form?.scrollIntoView({ behavior: gentle(), block: "center" });
  // Those who use the keyboard go on in the form.
  form?.querySelector("select")?.focus({ preventScroll: true });
}

export function useShakes(): number {
  return useSyncExternalStore(subscribe, () => shakes);
}
