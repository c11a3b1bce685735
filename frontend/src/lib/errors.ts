import type { components } from "@/api/schema.gen";

export type ErrorBody = components["schemas"]["ErrorResponse"];

/** A refused call. The text is the status, a colon, and the body, as the product describes it. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody | undefined,
    text: string,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${status}: ${text}`);
    this.name = "ApiError";
  }

  /** The sentence meant for the user. */
  get sentence(): string | undefined {
    return this.body?.message;
  }
}

/** What to say of an error: the server's own sentence, else `otherwise`, else that it cannot be reached or failed. */
export function sentenceOf(error: unknown, otherwise?: string): string {
  if (!(error instanceof ApiError)) {
    return otherwise ?? "The server cannot be reached. Please check your connection.";
  }
  const wait = error.retryAfterSeconds ? ` Try again in ${error.retryAfterSeconds} seconds.` : "";
  const failed = otherwise ?? "Something went wrong on our side. Please try again.";
  return (error.sentence ?? failed) + wait;
}
