import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Day = components["schemas"]["TodayResponse"];
export type Task = components["schemas"]["TaskOut"];
export type TaskKind = Task["kind"];
export type Due = components["schemas"]["DueOut"];
export type ConflictTask = components["schemas"]["ConflictTask"];
/** Of a count: also what is no task of a booking. */
export type CountedKind = Day["counts"][number]["kind"];
export type Staff = components["schemas"]["StaffOut"];
export type Lead = components["schemas"]["LeadOut"];

const pollMilliseconds = 30_000;
export const todayKey = ["/api/admin/today"];

/** What the company's day holds. */
export const todayQuery = queryOptions({
  queryKey: todayKey,
  queryFn: () => bodyOf(api.GET("/api/admin/today")),
  refetchInterval: pollMilliseconds,
  staleTime: 0,
});

/** Bookings with an open balance. */
export const balancesQuery = queryOptions({
  queryKey: ["/api/admin/balances-due"],
  queryFn: () => bodyOf(api.GET("/api/admin/balances-due")),
  refetchInterval: pollMilliseconds,
  staleTime: 0,
});

export function changeLead(id: string, state: Lead["state"]) {
  return api.PATCH("/api/admin/leads/{lead_id}", { params: { path: { lead_id: id } }, body: { state } });
}
