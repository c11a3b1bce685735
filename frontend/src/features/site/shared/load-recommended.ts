import type { ComponentType } from "react";
import { loadCatalogues } from "@/lib/i18n";

/** The code that shows it, with its texts: only who comes from the quiz needs them. */
export async function loadRecommended(): Promise<{ default: ComponentType }> {
  const [{ RecommendedCar }] = await Promise.all([
    import("./after/recommended-car"),
    loadCatalogues("after"),
  ]);
  return { default: RecommendedCar };
}
