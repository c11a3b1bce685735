import { useSyncExternalStore } from "react";
import { localStore } from "@/lib/storage";

export type NotificationState = "unsupported" | "blocked" | "on" | "off";

const key = "admin_notifications";
const listeners = new Set<() => void>();

/** Whether this browser notifies: off until it is chosen and the browser allows it. */
function currentState(): NotificationState {
  if (!("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return localStore.get(key) === "on" && Notification.permission === "granted" ? "on" : "off";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNotificationState(): NotificationState {
  return useSyncExternalStore(subscribe, currentState);
}

/** Shows one; false where the browser cannot, as on most phones. `tag`: a newer one takes the place of the last. */
export function notify(title: string, body: string, tag: string, onClick?: () => void): boolean {
  try {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;
    const shown = new Notification(title, { body, tag, ...(icon && { icon }) });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onClick?.();
    };
    return true;
  } catch {
    return false;
  }
}

/** Asks the browser, and shows a first one with this text to see that it can. */
export async function turnOnNotifications(title: string, body: string): Promise<void> {
  if ((await Notification.requestPermission()) === "granted" && notify(title, body, "abano-on"))
    localStore.set(key, "on");
  tell();
}

export function turnOffNotifications(): void {
  localStore.set(key, "off");
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}
