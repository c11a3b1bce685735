import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { editorKey } from "../api";

type Schemas = components["schemas"];
export type Experiment = Schemas["ExperimentOut"];
export type Comparison = Schemas["ComparisonOut"];
export type Size = Schemas["ExperimentSizeResponse"];
export type StartExperiment = Schemas["StartExperimentRequest"];

// Below the editor's: what is started or stopped may change which version is asked.
export const experimentsKey = [...editorKey, "experiments"];

export const experimentsQuery = queryOptions({
  queryKey: experimentsKey,
  queryFn: () => bodyOf(api.GET("/api/admin/quiz/experiments")),
  refetchInterval: ({ state }) => (state.data?.running ? 5000 : 60_000),
});

export const sizeQuery = (shares: number[]) =>
  queryOptions({
    queryKey: [...experimentsKey, "size", ...shares],
    queryFn: () => {
      const query = { shares: shares.join(",") };
      return bodyOf(api.GET("/api/admin/quiz/experiments/size", { params: { query } }));
    },
    staleTime: 60_000,
  });

export function startExperiment(body: StartExperiment) {
  return bodyOf(api.POST("/api/admin/quiz/experiments", { body }));
}

export function stopExperiment(id: string) {
  return bodyOf(
    api.POST("/api/admin/quiz/experiments/{experiment_id}/stop", { params: { path: { experiment_id: id } } }),
  );
}
