import { plural, t } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { sentenceIn } from "./server-messages";

export type ErrorBody = components["schemas"]["ErrorResponse"];

/** A refused call. The text is the status, a colon, and the body, as the product describes it. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    private readonly answer: ErrorBody | undefined,
    text: string,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${status}: ${text}`);
    this.name = "ApiError";
  }

  /** What the server answered, its sentences in the active language. */
  get body(): ErrorBody | undefined {
    if (!this.answer) return undefined;
    const fields = this.answer.fields?.map((item) => ({ ...item, message: sentenceIn(item) })) ?? null;
    return { ...this.answer, message: sentenceIn(this.answer), fields };
  }

  /** The message for the user. */
  get sentence(): string | undefined {
    return this.answer && sentenceIn(this.answer);
  }
}

/** What the server says of single fields. */
export function fieldsOf(error: unknown) {
  return (error instanceof ApiError && error.body?.fields) || [];
}

/** What to say of an error: the server's own sentence, else `otherwise`, else that it cannot be reached or failed. */
export function sentenceOf(error: unknown, otherwise?: string): string {
  if (!(error instanceof ApiError)) {
    return otherwise ?? t`Couldn't reach the server. Check your connection and try again.`;
  }
  const failed = otherwise ?? t`Something went wrong on our side. Please try again.`;
  return [error.sentence ?? failed, waitOf(error)].filter(Boolean).join(" ");
}

/** When a refused call may be tried again; empty when the server does not say. */
function waitOf({ retryAfterSeconds: seconds }: ApiError): string {
  if (!seconds) return "";
  return plural(seconds, { one: "Try again in # second.", other: "Try again in # seconds." });
}
