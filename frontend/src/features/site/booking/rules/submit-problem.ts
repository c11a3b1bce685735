import { ApiError } from "@/lib/errors";
import { formatMoney } from "@/lib/format";

/** Whether a booking was not sent because the device is offline, so that it can be sent later. */
export function isOffline(error: unknown): boolean {
  return !(error instanceof ApiError) && !navigator.onLine;
}

/** The server's price of the same choice has changed: the visitor confirms again. */
export class PriceChanged extends Error {
  constructor(
    readonly before: number,
    readonly now: number,
  ) {
    super("The price changed before the booking was sent.");
    this.name = "PriceChanged";
  }
}

/** What happened, what was kept, what to do. Offline there is nothing to say here: the page's banner says it. */
export function explain(error: unknown): string | null {
  if (error instanceof PriceChanged) {
    const { before, now } = error;
    return `The price has changed from ${formatMoney(before)} to ${formatMoney(now)} since you opened this page. Nothing was booked; please look once more and confirm.`;
  }
  if (error instanceof ApiError) {
    const fields = error.body?.fields?.map((item) => item.message).join(". ");
    return (
      fields || `${error.sentence ?? "The booking was not taken."} Everything you entered is still here.`
    );
  }
  if (isOffline(error)) return null;
  return "We could not be reached. Everything you entered is still here; please confirm again in a moment.";
}
