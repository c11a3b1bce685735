import { queryOptions } from "@tanstack/react-query";
import { formatNumber } from "@/lib/format";
import { call } from "./api";
import { formatBytes } from "./format";

/** Plans and usage of the operator console's API: platform/src/abano/operators/console/plan_schemas.py. */
export const measures = {
  vehicles: "Vehicles",
  staff: "Staff",
  storage_bytes: "Storage",
  domains: "Own domains",
  emails: "Emails a day",
  quiz_sessions: "Quiz sessions a month",
  api_calls: "API calls a month",
} as const;

export type Measure = keyof typeof measures;

export const measureKeys = Object.keys(measures) as Measure[];

export interface Limit {
  softLimit: number | null;
  hardLimit: number | null;
}

export interface Plan {
  id: string;
  name: string;
  weight: number;
  limits: Record<Measure, Limit>;
  companies: number;
}

interface PlanUsage extends Limit {
  measure: Measure;
  period: "now" | "day" | "month";
  used: number;
  state: "within" | "soft" | "hard";
}

export interface CompanyPlan {
  planId: string;
  plan: string;
  usage: PlanUsage[];
}

export const plansQuery = queryOptions({
  queryKey: ["plans"],
  queryFn: () => call<{ plans: Plan[] }>("/plans"),
  staleTime: 0,
});

export const companyPlanQuery = (slug: string) =>
  queryOptions({
    queryKey: ["company", slug, "plan"],
    queryFn: () => call<CompanyPlan>(`/companies/${encodeURIComponent(slug)}/plan`),
    staleTime: 0,
  });

/** The plan of new companies, which stays. */
export const standardPlan = "00000000-0000-0000-0000-000000000001";

/** An amount of a measure; storage in the largest unit. */
export function amountOf(measure: Measure, amount: number): string {
  return measure === "storage_bytes" ? formatBytes(amount) : formatNumber(amount);
}

/** 8 soft, 10 hard. */
export function limitText(measure: Measure, { softLimit, hardLimit }: Limit): string {
  const parts = [
    softLimit !== null && `${amountOf(measure, softLimit)} soft`,
    hardLimit !== null && `${amountOf(measure, hardLimit)} hard`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "Unlimited";
}
