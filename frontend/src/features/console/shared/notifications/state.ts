import { useSyncExternalStore } from "react";
import type { components } from "@/api/schema.gen";
import { localStore } from "@/lib/storage";

type NotificationState = "unsupported" | "blocked" | "on" | "off";

const key = "admin_notifications";
const listeners = new Set<() => void>();

/** Whether notifications are enabled in this browser: off by default, and requires its permission. */
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

/**
 * Shows a notification; false where the browser cannot, as on most phones. `tag`: a newer one replaces the last one.
 */
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

/** Requests permission and shows a first notification with this text as a test. */
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

export type TodayCount = components["schemas"]["TodayCountResponse"];
type News = "booking" | "late";

/** What happened between two answers: a booking on the site, one more late return. Nothing before the second answer. */
export function newsOf(before: TodayCount | undefined, after: TodayCount): News[] {
  if (!before) return [];
  const isNewer = after.newestBookingAt !== null && after.newestBookingAt > (before.newestBookingAt ?? "");
  return [
    ...(isNewer ? (["booking"] as const) : []),
    ...(after.lateReturns > before.lateReturns ? (["late"] as const) : []),
  ];
}
