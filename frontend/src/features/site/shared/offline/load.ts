import type { ComponentType } from "react";
import { loadCatalogues } from "@/lib/i18n";

/** Code and texts of what works without a network, once the page is there: nothing waits for it. */
export async function loadOffline(): Promise<{ default: ComponentType }> {
  try {
    if (document.readyState !== "complete") {
      await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
    }
    const [offline] = await Promise.all([import("./offline"), loadCatalogues("after")]);
    return { default: offline.Offline };
  } catch {
    return { default: () => null };
  }
}
