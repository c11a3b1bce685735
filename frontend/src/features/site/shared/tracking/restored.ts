import { restoredMark } from "@/lib/visitors-query";
import { type ClickIds, withClickIds } from "./rules";

/** Puts click ids that were found again into the address, and remembers with this page that they came from us. */
export function restoreToUrl(ids: ClickIds): void {
  const { pathname, search, hash } = window.location;
  window.history.replaceState(
    { ...window.history.state, [restoredMark]: true },
    "",
    pathname + withClickIds(search, ids) + hash,
  );
}
