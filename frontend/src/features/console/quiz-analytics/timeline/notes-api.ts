import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { daysOf } from "@/features/console/shared/period/period";
import { api, bodyOf } from "@/lib/api";
import type { View } from "../rules/view";
import type { Mark } from "./points";

export type Note = components["schemas"]["AnnotationOut"];
type NoteInput = components["schemas"]["AnnotationRequest"];
type Listed = components["schemas"]["AnnotationsResponse"];

export const notesKey = ["/api/quiz/analytics/annotations"];

/** What was noted or published at days of the view. */
export function notesQuery(view: View) {
  const days = daysOf(view);
  return queryOptions({
    queryKey: [...notesKey, days],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/annotations", { params: { query: days } })),
    refetchInterval: 60_000,
  });
}

export const addNote = (body: NoteInput) => bodyOf(api.POST("/api/quiz/analytics/annotations", { body }));

const of = (id: string) => ({ params: { path: { annotation_id: id } } });

export const changeNote = (id: string, body: NoteInput) =>
  bodyOf(api.PUT("/api/quiz/analytics/annotations/{annotation_id}", { ...of(id), body }));

export const deleteNote = (id: string) =>
  api.DELETE("/api/quiz/analytics/annotations/{annotation_id}", of(id));

/** All of them as marks of a picture, the earliest first. */
export function marksOf({ annotations, prices, quizzes }: Listed): Mark[] {
  return [
    ...annotations.map(({ day, text }) => ({ day, text })),
    ...prices.map(({ day, version }) => ({ day, text: t`Prices published: version ${version}` })),
    ...quizzes.map(({ day, version }) => ({ day, text: t`Quiz published: ${version}` })),
  ].sort((one, other) => one.day.localeCompare(other.day));
}
