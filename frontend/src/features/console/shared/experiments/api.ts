import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Experiment = Schemas["ExperimentOut"];
export type Comparison = Schemas["ComparisonOut"];
type StartExperiment = Schemas["StartExperimentRequest"];

export type Subject = Experiment["subject"];
/** What can be tried: a version of the quiz, or an order of the booking form. */
export interface Version {
  version: string;
  isCurrent: boolean;
}

/** What is started or stopped may change what visitors see: below the key of what they see. */
export const experimentsKey = (subject: Subject) => [
  ...(subject === "quiz" ? ["/api/admin/quiz"] : ["/api/admin/settings"]),
  "experiments",
];

export const experimentsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: experimentsKey(subject),
    queryFn: () => bodyOf(api.GET("/api/admin/experiments", { params: { query: { subject } } })),
    refetchInterval: ({ state }) => (state.data?.running ? 5000 : 60_000),
  });

export const sizeQuery = (subject: Subject, shares: number[]) =>
  queryOptions({
    queryKey: [...experimentsKey(subject), "size", ...shares],
    queryFn: () => {
      const query = { subject, shares: shares.join(",") };
      return bodyOf(api.GET("/api/admin/experiments/size", { params: { query } }));
    },
    staleTime: 60_000,
  });

export function startExperiment(body: StartExperiment) {
  return bodyOf(api.POST("/api/admin/experiments", { body }));
}

export function stopExperiment(id: string) {
  return bodyOf(
    api.POST("/api/admin/experiments/{experiment_id}/stop", { params: { path: { experiment_id: id } } }),
  );
}
