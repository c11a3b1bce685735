import { useLayoutEffect, useSyncExternalStore } from "react";
import { localStore } from "@/lib/storage";

type Theme = "light" | "dark";

const key = "admin_theme";
const listeners = new Set<() => void>();
const darkness = () => window.matchMedia("(prefers-color-scheme: dark)");

/** Light or dark: what was chosen, else what the system prefers. */
function currentTheme(): Theme {
  const chosen = localStore.get(key);
  if (chosen === "light" || chosen === "dark") return chosen;
  return darkness().matches ? "dark" : "light";
}

function subscribeTheme(listener: () => void): () => void {
  const system = darkness();
  listeners.add(listener);
  system.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", listener);
  };
}

/** Shows the page in the current theme, also when the system's changes. The public site is always light. */
export function useTheme(): Theme {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme);
  // Before the first paint, so that a dark page does not flash light.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [theme]);
  return theme;
}

export function chooseTheme(theme: Theme): void {
  localStore.set(key, theme);
  for (const listener of listeners) listener();
}

const wide = "(min-width: 48rem)";

function subscribeWidth(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether there is more room than on a phone. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribeWidth, () => window.matchMedia(wide).matches);
}
