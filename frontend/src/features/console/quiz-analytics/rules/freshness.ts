/** The server can be reached, and does not know these figures right now. */
export class FiguresLate extends Error {}

/** The part of a poll that says how fresh its figures are. */
export interface Poll {
  /** When the last answer came, on this computer's clock in milliseconds; 0 before the first. */
  dataUpdatedAt: number;
  isError: boolean;
  data?: { realTimeMetadata: { dataThrough: string | null; stale: boolean } } | undefined;
}

export interface Freshness {
  /** When the oldest of the figures shown was last asked for, in milliseconds; 0 before all have come. */
  checkedAt: number;
  /** Everything until this moment is included, in milliseconds; 0 when nothing is. */
  completeUntil: number;
  /** The server or a poll says that these figures are behind. */
  behind: boolean;
}

// Three polls and what they may take: a silence that long is no accident.
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

/** An unchanged answer is not sent again: what is not stale included everything when it was last asked for. */
function completeUntil({ data, dataUpdatedAt }: Poll): number {
  if (!data?.realTimeMetadata.stale) return dataUpdatedAt;
  const { dataThrough } = data.realTimeMetadata;
  return dataThrough ? Date.parse(dataThrough) : 0;
}
