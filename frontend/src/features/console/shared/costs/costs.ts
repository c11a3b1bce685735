import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { asBase64, shrink } from "@/lib/pictures";

type Schemas = components["schemas"];
export type Cost = Schemas["VehicleCostOut"];
export type CostKind = Cost["kind"];
type CostBody = Schemas["VehicleCostRequest"];

export const costKinds: Record<CostKind, MessageDescriptor> = {
  purchase: msg({ message: "Purchase", context: "cost of a vehicle" }),
  lease: msg({ message: "Lease", context: "cost of a vehicle" }),
  insurance: msg({ message: "Insurance", context: "cost of a vehicle" }),
  service: msg({ message: "Service and repairs", context: "cost of a vehicle" }),
  fuel: msg({ message: "Fuel", context: "cost of a vehicle" }),
  fine: msg({ message: "Fine", context: "cost of a vehicle" }),
  toll: msg({ message: "Toll", context: "cost of a vehicle" }),
  other: msg({ message: "Other", context: "cost of a vehicle" }),
};

export const costsKey = ["/api/admin/vehicle-costs"];

export interface CostFilters {
  vehicle?: string | undefined;
  kind?: CostKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: string | undefined;
}

/** The filters and the order that are set, as the server takes them. */
export function asQuery(filters: CostFilters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Costs, the newest first unless sorted otherwise. */
export const costsQuery = (filters: CostFilters) =>
  infiniteQueryOptions({
    queryKey: [...costsKey, asQuery(filters)],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/vehicle-costs", {
          params: { query: { ...asQuery(filters), ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const pathOf = (costId: string) => ({ params: { path: { cost_id: costId } } });

/** Where the receipt of a cost is. */
export const receiptUrl = (costId: string) => `/api/admin/vehicle-costs/${costId}/receipt`;

export async function addCost(vehicleId: string, body: CostBody): Promise<string> {
  const params = { path: { vehicle_id: vehicleId } };
  return (await bodyOf(api.POST("/api/admin/vehicles/{vehicle_id}/costs", { params, body }))).costId;
}

export async function changeCost(costId: string, body: CostBody): Promise<string> {
  await api.PUT("/api/admin/vehicle-costs/{cost_id}", { ...pathOf(costId), body });
  return costId;
}

export function removeCost(costId: string) {
  return api.DELETE("/api/admin/vehicle-costs/{cost_id}", pathOf(costId));
}

/** Stores a receipt: a photo made smaller, a PDF as it is. */
export async function keepReceipt(costId: string, file: File) {
  const isPdf = file.type === "application/pdf";
  const content = await asBase64(isPdf ? file : await shrink(file).catch(() => file));
  return api.PUT("/api/admin/vehicle-costs/{cost_id}/receipt", { ...pathOf(costId), body: { content } });
}

export function removeReceipt(costId: string) {
  return api.DELETE("/api/admin/vehicle-costs/{cost_id}/receipt", pathOf(costId));
}

/** What it costs: of a lease, each month. */
export function costAmount({ kind, amount, currency }: Cost): string {
  const money = formatMoney(amount, currency);
  return kind === "lease" ? t`${money} a month` : money;
}

/** Totals of several currencies in one line. */
export function totalText(totals: readonly Schemas["VehicleCostTotal"][]): string {
  return totals.map(({ total, currency }) => formatMoney(total, currency)).join(" + ");
}
