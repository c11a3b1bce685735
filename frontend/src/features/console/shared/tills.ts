import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Till = components["schemas"]["TillOut"];
export type TillLine = components["schemas"]["TillLineOut"];

export const tillsKey = ["/api/admin/tills"];

/** Tills of the last weeks: all for managers, one's own for the desk. */
export const tillsQuery = queryOptions({
  queryKey: tillsKey,
  queryFn: () => bodyOf(api.GET("/api/admin/tills")),
  refetchInterval: 30_000,
  staleTime: 0,
});

export function openTill(key: string, opening: number) {
  return bodyOf(
    api.POST("/api/admin/tills", {
      params: { header: { "Idempotency-Key": key } },
      body: { opening },
    }),
  );
}

export function countTill(id: string, counted: number, reason: string) {
  return bodyOf(
    api.POST("/api/admin/tills/{till_id}/count", {
      params: { path: { till_id: id } },
      body: { counted, reason },
    }),
  );
}

export type OpenTill = components["schemas"]["OpenTill"];
type TransferBody = components["schemas"]["TransferRequest"];

export function transferCash(key: string, body: TransferBody) {
  return bodyOf(
    api.POST("/api/admin/tills/transfers", { params: { header: { "Idempotency-Key": key } }, body }),
  );
}

export function reverseTransfer(id: string, reason: string) {
  return bodyOf(
    api.POST("/api/admin/tills/transfers/{transfer_id}/reversal", {
      params: { path: { transfer_id: id } },
      body: { reason },
    }),
  );
}

export function acceptDifference(id: string, reason: string) {
  return bodyOf(
    api.POST("/api/admin/tills/{till_id}/difference", {
      params: { path: { till_id: id } },
      body: { reason },
    }),
  );
}

export const tillLinesQuery = (id: string) =>
  queryOptions({
    queryKey: [...tillsKey, id, "lines"],
    queryFn: () => bodyOf(api.GET("/api/admin/tills/{till_id}/lines", { params: { path: { till_id: id } } })),
    staleTime: 0,
  });
