import { useSyncExternalStore } from "react";

// How much of each figure is done that is being counted just now, from 0 to 1.
const shares = new Map<string, number>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** So much of it is counted. */
export function counting(name: string, share: number): void {
  // A count that begins again does not run backwards on the page.
  shares.set(name, Math.max(share, shares.get(name) ?? 0));
  notify();
}

/** It is counted, or no one waits for it any more. */
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

/** How much is done of what is being counted for the page; undefined when it waits for nothing. */
export function useCounting(): number | undefined {
  return useSyncExternalStore(subscribe, slowest);
}
