import { localStore } from "@/lib/storage";

const key = "admin_theme";

/** Light or dark: what was chosen, else what the system prefers. */
export function currentTheme(): "light" | "dark" {
  const chosen = localStore.get(key);
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyTheme(theme: "light" | "dark"): void {
  document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: "light" | "dark"): void {
  localStore.set(key, theme);
  applyTheme(theme);
}

/** The public site is always light. */
export function leaveAdmin(): void {
  delete document.documentElement.dataset.theme;
}
