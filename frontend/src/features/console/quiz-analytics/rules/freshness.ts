/** The server is reachable, but has no current figures. */
export class FiguresLate extends Error {}

/** The freshness information of a poll. */
export interface Poll {
  /** When the last response arrived, on this computer's clock in milliseconds; 0 before the first. */
  dataUpdatedAt: number;
  isError: boolean;
  data?: { realTimeMetadata: { dataThrough: string | null; stale: boolean } } | undefined;
}

export interface Freshness {
  /** When the oldest displayed figure was last requested, in milliseconds; 0 until all have loaded. */
  checkedAt: number;
  /** All data up to this time is included, in milliseconds; 0 when unknown. */
  completeUntil: number;
  /** The server or a poll reports these figures as stale. */
  behind: boolean;
}

// Three polls with their usual response times: a longer silence is a failure.
export const silentMilliseconds = 20_000;

/** The freshness of the whole page: that of its stalest figure. */
export function freshnessOf(polls: readonly Poll[]): Freshness {
  if (polls.length === 0) return { checkedAt: 0, completeUntil: 0, behind: false };
  return {
    checkedAt: Math.min(...polls.map((poll) => poll.dataUpdatedAt)),
    completeUntil: Math.min(...polls.map(completeUntil)),
    behind: polls.some((poll) => poll.isError || poll.data?.realTimeMetadata.stale),
  };
}

/** Unchanged responses are not sent again: figures that are not stale included everything at the last request. */
function completeUntil({ data, dataUpdatedAt }: Poll): number {
  if (!data?.realTimeMetadata.stale) return dataUpdatedAt;
  const { dataThrough } = data.realTimeMetadata;
  return dataThrough ? Date.parse(dataThrough) : 0;
}
