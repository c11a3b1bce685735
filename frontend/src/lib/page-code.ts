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
