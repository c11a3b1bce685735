export const clickIdNames = ["gclid", "gbraid", "wbraid"] as const;

/** Marks an entry of the history whose address carries click ids that we put there ourselves. */
export const restoredMark = "clickIdsRestored";

/** Whether the click ids in this address were put there by us. */
export function isRestored(): boolean {
  return window.history.state?.[restoredMark] === true;
}

/**
 * A query as the visitor brought it: without click ids that we put there ourselves. A step within the site that kept
 * those would look like a new visit by an advertisement.
 */
export function visitorsQuery(search: string): string {
  if (!isRestored()) return search;
  const query = new URLSearchParams(search);
  for (const name of clickIdNames) query.delete(name);
  const text = query.toString();
  return text ? `?${text}` : "";
}
