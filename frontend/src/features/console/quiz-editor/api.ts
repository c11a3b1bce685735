import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import type { Quiz } from "./rules/quiz";

type Schemas = components["schemas"];
export type Editor = Schemas["QuizEditorResponse"];
export type Version = Editor["versions"][number];
export type StoredDraft = Schemas["QuizDraftOut"];
export type Problem = StoredDraft["problems"][number];

export const editorKey = ["/api/admin/quiz"];

export const editorQuery = queryOptions({
  queryKey: editorKey,
  queryFn: () => bodyOf(api.GET("/api/admin/quiz")),
  staleTime: 0,
});

/** A version never changes. */
export const versionQuery = (version: string) =>
  queryOptions({
    queryKey: [...editorKey, "version", version],
    queryFn: () => bodyOf(api.GET("/api/admin/quiz/versions/{version}", { params: { path: { version } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function saveDraft(quiz: Quiz, revision: number, basedOn: string | null) {
  return bodyOf(api.PUT("/api/admin/quiz/draft", { body: { quiz, revision, basedOn } }));
}

export function discardDraft(revision: number) {
  return bodyOf(api.DELETE("/api/admin/quiz/draft", { params: { query: { revision } } }));
}

export function publishDraft(revision: number, note: string, isCurrent: boolean) {
  return bodyOf(api.POST("/api/admin/quiz/publish", { body: { revision, note, isCurrent } }));
}

export function makeCurrent(version: string) {
  return bodyOf(api.POST("/api/admin/quiz/versions/{version}/current", { params: { path: { version } } }));
}
