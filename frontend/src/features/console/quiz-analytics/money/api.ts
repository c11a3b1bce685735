import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";

type Schemas = components["schemas"];
export type Money = Schemas["CampaignMoneyResponse"];
export type Brought = Schemas["Brought"];
export type CampaignMoney = Schemas["CampaignMoney"];
export type ChainTotal = Schemas["ChainTotal"];
export type ChainCampaign = Schemas["ChainCampaign"];
export type ChainFigures = Omit<ChainTotal, "clickedVisits">;
export type QuestionValue = Schemas["QuestionValue"];
export type CostUpload = Schemas["CostUploadResponse"];
export type StoredCosts = Schemas["StoredCosts"];

const costs = "/api/admin/campaign-costs";
export const costsKey = [costs];
/** Of the figure that the page polls. */
export const moneyKey = ["/api/quiz/analytics/money"];

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

export type AdAccount = Schemas["AdAccountOut"];

const account = "/api/admin/ad-account";

/** The Google Ads account whose costs are read. Why a reading failed is a sentence of the server. */
export const accountQuery = queryOptions({
  queryKey: [account],
  queryFn: async () => {
    const [answer] = await Promise.all([bodyOf(api.GET(account)), loadServerMessages()]);
    return answer.account;
  },
});

export const setAccount = (body: Schemas["AdAccountRequest"]) => bodyOf(api.PUT(account, { body }));

export const readAccount = () => bodyOf(api.POST(`${account}/reading`));

export const removeAccount = () => api.DELETE(account);

export const typeCosts = (body: Schemas["TypedCostRequest"]) => bodyOf(api.POST(costs, { body }));

export const deleteCosts = (upload_id: string) =>
  bodyOf(api.DELETE(`${costs}/{upload_id}`, { params: { path: { upload_id } } }));
