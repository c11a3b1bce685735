/** The moment at which a kept page was fetched, as the worker marked it; null for a page from the network. */
export function keptSince(): string | null {
  const moment = document.documentElement.dataset.kept;
  return moment && !Number.isNaN(Date.parse(moment)) ? moment : null;
}
