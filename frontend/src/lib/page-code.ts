type Load = () => Promise<unknown>;

const loads = new Map<string, Load>();

/** Tells how the code of the page at an address is loaded. The router says it of pages that others load ahead. */
export function knowPageCode(path: string, load: Load): void {
  loads.set(path, load);
}

/** Loads the code of another page ahead, so that it opens also when the line is down by then. */
export async function loadPageCode(path: string): Promise<void> {
  await loads.get(path)?.();
}
