import createClient, { type Middleware } from "openapi-fetch";
import type { paths } from "@/api/schema.gen";
import { ApiError, type ErrorBody } from "./errors";
import { loadServerMessages } from "./server-messages";

const refuse: Middleware = {
  async onResponse({ response }) {
    if (response.ok || response.status === 304) return undefined;
    throw await refusalOf(response.clone());
  },
};

/** What a refused call says. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const text = (await response.text()) || response.statusText;
  await loadServerMessages();
  return new ApiError(response.status, parse(text), text, retryAfter(response));
}

function parse(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as ErrorBody;
    return typeof body.message === "string" ? body : undefined;
  } catch {
    return undefined;
  }
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0 ? seconds : undefined;
}

/** Typed calls to our own server; cookies go along. A refused call throws ApiError, a broken network TypeError. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "include",
  // Looked up with each call, so that a later wrapper of fetch (a test, error tracking) is used.
  fetch: (request) => fetch(request),
});
api.use(refuse);

/** The body of an answer that was not refused. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Error("The server answered without a body.");
  return data;
}
