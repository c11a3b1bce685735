import type { ComponentType } from "react";
import { type Catalogue, loadCatalogues } from "@/lib/i18n";

export interface Page {
  Component: ComponentType;
}

/** A page's code, and beside it the texts of its wing; the shared ones are always among them. */
export function inWing(wing: Catalogue, load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    const [page] = await Promise.all([load(), loadCatalogues("site", wing)]);
    return page;
  };
}
