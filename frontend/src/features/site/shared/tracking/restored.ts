import { type ClickIds, withClickIds } from "./rules";

const mark = "clickIdsRestored";

/** Puts click ids that were found again into the address, and remembers with this page that they came from us. */
export function restoreToAddress(ids: ClickIds): void {
  const { pathname, search, hash } = window.location;
  window.history.replaceState(
    { ...window.history.state, [mark]: true },
    "",
    pathname + withClickIds(search, ids) + hash,
  );
}

/** Whether the click ids in this address were put there by us. */
export function isRestored(): boolean {
  return window.history.state?.[mark] === true;
}
