import { lazy, Suspense, useSyncExternalStore } from "react";

export interface ToastMessage {
  title: string;
  description?: string;
  kind?: "success" | "destructive";
}

export type ShownToast = ToastMessage & { id: number };

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

export function setToast(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message for five seconds. One at a time: a new one takes the place of the last. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  setToast({ ...message, id: lastId });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const load = () => import("./toaster");
const Lazy = lazy(() => load().then((module) => ({ default: module.ToastArea })));

/** Fetches the code of messages ahead, so that one can be shown even when the line is down by then. */
export function prepareToasts(): void {
  load().catch(() => undefined);
}

/** Where messages appear. Its code is only loaded with the first message. */
export function Toaster() {
  const message = useSyncExternalStore(subscribe, () => current);
  // The area stays once it was there: screen readers announce what changes in it.
  if (lastId === 0) return null;
  return (
    <Suspense>
      <Lazy message={message} />
    </Suspense>
  );
}
