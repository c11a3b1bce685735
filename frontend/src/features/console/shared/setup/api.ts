import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Setup = Schemas["SetupResponse"];
export type Step = Schemas["SetupStep"];
export type StepCode = Step["code"];

export const setupQuery = queryOptions({
  queryKey: ["/api/admin/setup"],
  queryFn: () => bodyOf(api.GET("/api/admin/setup")),
  staleTime: 0,
});

export function openSite(despite: StepCode[]) {
  return bodyOf(api.POST("/api/admin/setup/open", { body: { despite } }));
}

export type KeptSample = Schemas["KeptSample"];

export function addSampleData() {
  return bodyOf(api.POST("/api/admin/setup/sample-data"));
}

export function removeSampleData() {
  return bodyOf(api.DELETE("/api/admin/setup/sample-data"));
}

export function closeSite() {
  return bodyOf(api.POST("/api/admin/setup/close"));
}
