import { useSyncExternalStore } from "react";

// The progress of each figure being counted, from 0 to 1.
const shares = new Map<string, number>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Sets the progress. */
export function counting(name: string, share: number): void {
  // A restarted count does not move the progress backwards.
  shares.set(name, Math.max(share, shares.get(name) ?? 0));
  notify();
}

/** Removes a figure that is counted or no longer needed. */
export function counted(name: string): void {
  if (shares.delete(name)) notify();
}

function slowest(): number | undefined {
  return shares.size > 0 ? Math.min(...shares.values()) : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The progress of the page's slowest count; undefined when there are none. */
export function useCounting(): number | undefined {
  return useSyncExternalStore(subscribe, slowest);
}
