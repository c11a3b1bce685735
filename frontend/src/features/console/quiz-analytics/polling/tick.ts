/** One beat for the whole page, so that what is polled is asked for in one request. */
export function untilTick(period: number, now: number, lastAsked: number): number {
  // Do not refetch figures that have just arrived.
  const from = Math.max(now, lastAsked + 1000);
  return Math.max(1, (Math.floor(from / period) + 1) * period - now);
}
