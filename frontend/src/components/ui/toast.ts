import { useSyncExternalStore } from "react";

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

/** The message to show, and whether there has been one on this page. */
export function useToast(): { message: ShownToast | null; hasShown: boolean } {
  const message = useSyncExternalStore(subscribe, () => current);
  return { message, hasShown: lastId > 0 };
}
