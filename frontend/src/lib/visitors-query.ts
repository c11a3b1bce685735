export const clickIdNames = ["gclid", "gbraid", "wbraid"] as const;

/** Marks an entry of the history whose address carries click ids that we put there ourselves. */
export const restoredMark = "clickIdsRestored";

/** What the quiz of another site hands over to recognise the visitor. It never stays in the address bar. */
export const handedOverNames = ["sessionId", "fingerprint"] as const;

/** The query without these parameters; without any of them it stays as it is, letter by letter. */
export function withoutParameters(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  const present = names.filter((name) => query.has(name));
  if (present.length === 0) return search;
  for (const name of present) query.delete(name);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Whether the click ids in this address were put there by us. */
export function isRestored(): boolean {
  return window.history.state?.[restoredMark] === true;
}

/**
 * A query as the visitor brought it: without click ids that we put there ourselves. A step within the site that kept
 * those would look like a new visit by an advertisement.
 */
export function visitorsQuery(search: string): string {
  return isRestored() ? withoutParameters(search, clickIdNames) : search;
}

const tripNames = ["pickup", "dropoff", "pickupDate", "pickupTime", "returnDate", "returnTime"];

/** Of a query, the visitor's places, dates and times alone: what a link to another page of the site takes along. */
export function tripQuery(search: string): string {
  const given = [...new URLSearchParams(search)].filter(([name]) => tripNames.includes(name));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
