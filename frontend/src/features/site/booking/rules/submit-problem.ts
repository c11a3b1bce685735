import { t } from "@lingui/core/macro";
import { chosenCurrency, priceIn } from "@/lib/currency";
import { ApiError, fieldsOf } from "@/lib/errors";

/** Whether a booking was not sent because the device is offline, so that it can be sent later. */
export function isOffline(error: unknown): boolean {
  return !(error instanceof ApiError) && !navigator.onLine;
}

/** The server's price of the same choice has changed: the visitor has to confirm again. */
export class PriceChanged extends Error {
  constructor(
    readonly before: number,
    readonly now: number,
  ) {
    super();
    this.name = "PriceChanged";
  }
}

/**
 * The error of a failed submit: what happened, what was kept, what to do. Null offline, where the page's banner
 * explains it.
 */
export function explain(error: unknown): string | null {
  if (error instanceof PriceChanged) {
    const price = priceIn(chosenCurrency());
    const before = price(error.before);
    const now = price(error.now);
    return t`The price changed from ${before} to ${now}. Nothing was booked. Check the new price and confirm again.`;
  }
  if (error instanceof ApiError) {
    const fields = fieldsOf(error)
      .map((item) => item.message)
      .join(". ");
    if (fields) return fields;
    const what = error.sentence ?? t`Couldn't book.`;
    return t({
      message: `${what} Everything you entered is still here.`,
      comment: "What happened is a separate sentence",
    });
  }
  if (isOffline(error)) return null;
  return t`We could not be reached. Everything you entered is still here; please confirm again in a moment.`;
}
