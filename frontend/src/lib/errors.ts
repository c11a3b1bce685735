import { ApiError } from "./api";

/** The server's own sentence, else that it cannot be reached. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server cannot be reached. Please check your connection.";
  const wait = error.retryAfterSeconds ? ` Try again in ${error.retryAfterSeconds} seconds.` : "";
  return (error.sentence ?? "Something went wrong on our side. Please try again.") + wait;
}
