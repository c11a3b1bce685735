import { isRestored } from "./restored";
import { clickIdNames } from "./rules";

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
