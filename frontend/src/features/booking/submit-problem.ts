import { ApiError } from "@/lib/api";

/** Whether a booking did not leave this device, so that it can follow when the line is back. */
export function isOffline(error: unknown): boolean {
  return !(error instanceof ApiError) && !navigator.onLine;
}

/** What happened, what was kept, what to do. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.body?.fields?.map((item) => item.message).join(". ");
    return (
      fields || `${error.sentence ?? "The booking was not taken."} Everything you entered is still here.`
    );
  }
  if (isOffline(error)) {
    return "You are offline. Everything you entered is kept, and we send your booking as soon as you are back.";
  }
  return "We could not be reached. Everything you entered is still here; please confirm again in a moment.";
}
