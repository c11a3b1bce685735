import type { ComponentType } from "react";
import { type Catalogue, loadCatalogues } from "./i18n";

type Load = () => Promise<unknown>;

const loads = new Map<string, Load>();

/** Registers how the code of the page at an address is loaded. The router does it for pages that others load ahead. */
export function knowPageCode(path: string, load: Load): void {
  loads.set(path, load);
}

/** Loads the code of another page ahead, so that it opens offline, too. */
export async function loadPageCode(path: string): Promise<void> {
  await loads.get(path)?.();
}

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
