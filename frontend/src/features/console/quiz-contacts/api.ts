import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Written = components["schemas"]["WrittenAnswerOut"];
export const kinds = ["contact", "text"] as const;
export const states = ["open", "done"] as const;

export interface Filters {
  kind: (typeof kinds)[number];
  search: string;
  state: (typeof states)[number] | undefined;
}

export const writtenKey = ["/api/admin/quiz/written"];

export function queryOf({ kind, search, state }: Filters) {
  return { kind, ...(search ? { search } : {}), ...(kind === "contact" && state ? { state } : {}) };
}

/** Pages of contacts or texts, newest first. */
export function writtenQuery(filters: Filters) {
  const query = queryOf(filters);
  return infiniteQueryOptions({
    queryKey: [...writtenKey, query],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/quiz/written", {
          params: { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

function pathOf({ sessionId, questionId }: Written) {
  return { path: { session_id: sessionId, question_id: questionId } };
}

export function followUp(answer: Written, isDone: boolean) {
  const url = "/api/admin/quiz/written/{session_id}/{question_id}/follow-up";
  return bodyOf(api.PUT(url, { params: pathOf(answer), body: { isDone } }));
}

export function deleteWritten(answer: Written) {
  return bodyOf(api.DELETE("/api/admin/quiz/written/{session_id}/{question_id}", { params: pathOf(answer) }));
}
