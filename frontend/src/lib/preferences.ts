/** Smooth scrolling, or instant with reduced motion. */
export function gentle(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const reduced = "(prefers-reduced-data: reduce)";

/** Whether a visitor asks for less data, or has a line so slow that less serves better. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    Boolean(connection?.saveData || connection?.effectiveType?.endsWith("2g")) ||
    Boolean(globalThis.matchMedia?.(reduced).matches)
  );
}

/** Whether the server, too, has asked for the smallest pictures ahead. */
export const serverSaves = () => globalThis.document?.documentElement.dataset.saves !== undefined;
