import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { inLanguage } from "@/features/console/shared/text-language";
import { api, bodyOf } from "@/lib/api";
import { parametersOf, type View } from "../rules/view";
import type { Attribution } from "./rules";

type Schemas = components["schemas"];
export type Money = Schemas["CampaignMoneyResponse"];
export type Brought = Schemas["Brought"];
export type CampaignMoney = Schemas["CampaignMoney"];
export type QuestionValue = Schemas["QuestionValue"];
export type CostUpload = Schemas["CostUploadResponse"];
export type StoredCosts = Schemas["StoredCosts"];

const path = "/api/quiz/analytics/money";
const costs = "/api/admin/campaign-costs";
// Costs change when somebody uploads them, and amounts with every booking: no need to look every five seconds.
const pollMilliseconds = 30_000;
export const costsKey = [costs];
export const moneyKey = [path];

export function moneyQuery(view: View, { windowDays, credit }: Attribution) {
  const query = { ...parametersOf(view), ...inLanguage(), windowDays, credit };
  return queryOptions({
    queryKey: [path, query],
    queryFn: () => bodyOf(api.GET(path, { params: { query } })),
    refetchInterval: pollMilliseconds,
    placeholderData: keepPreviousData,
  });
}

export const costsQuery = queryOptions({ queryKey: costsKey, queryFn: () => bodyOf(api.GET(costs)) });

export interface CostFile {
  name: string;
  /** Packed and in base64. */
  content: string;
  source: string;
  currency: string;
}

/** Looks at a report, or takes it. */
export function uploadCosts({ name, content, source, currency }: CostFile, onlyCheck: boolean) {
  const body = { file: content, fileName: name.slice(0, 200), source, currency, onlyCheck };
  return bodyOf(api.POST(`${costs}/uploads`, { body }));
}

export const typeCosts = (body: Schemas["TypedCostRequest"]) => bodyOf(api.POST(costs, { body }));

export const deleteCosts = (upload_id: string) =>
  bodyOf(api.DELETE(`${costs}/{upload_id}`, { params: { path: { upload_id } } }));
