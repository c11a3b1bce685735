export const clickIdNames = ["gclid", "gbraid", "wbraid"] as const;

/** Marks a history entry whose URL has click ids that we added. */
export const restoredMark = "clickIdsRestored";

/** Parameters by which the quiz of another site identifies the visitor. They are removed from the URL. */
export const handedOverNames = ["sessionId", "fingerprint"] as const;

/** Whether a draft is looked at, in the frame of its editor: nothing is sent or kept, and no visit counted. */
export function isPreview(): boolean {
  return new URLSearchParams(window.location.search).has("preview");
}

/** The query without these parameters; otherwise unchanged, character by character. */
export function withoutParameters(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  const present = names.filter((name) => query.has(name));
  if (present.length === 0) return search;
  for (const name of present) query.delete(name);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Whether we added the click ids in this URL. */
export function isRestored(): boolean {
  return window.history.state?.[restoredMark] === true;
}

/**
 * The visitor's original query: without click ids that we added. A navigation within the site that kept them would
 * look like a new visit from an ad.
 */
export function visitorsQuery(search: string): string {
  return isRestored() ? withoutParameters(search, clickIdNames) : search;
}

const tripNames = ["pickup", "dropoff", "pickupDate", "pickupTime", "returnDate", "returnTime"];

/** Only the places, dates and times of a query, for links to other pages of the site. */
export function tripQuery(search: string): string {
  const given = [...new URLSearchParams(search)].filter(([name]) => tripNames.includes(name));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
