import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { asBase64, shrink } from "@/lib/pictures";

type Schemas = components["schemas"];
export type Fine = Schemas["FineOut"];
export type FineKind = Fine["kind"];
export type FineState = Fine["state"];
export type HandlingFees = Schemas["HandlingFees"];
export type CheckedLine = Schemas["FineLine"];
export type Outcome = CheckedLine["outcome"];

export const fineKinds: Record<FineKind, MessageDescriptor> = {
  fine: msg({ message: "Fine", context: "kind of a fine" }),
  toll: msg({ message: "Toll", context: "kind of a fine" }),
  parking: msg({ message: "Parking", context: "kind of a fine" }),
};

export const fineStates: Record<FineState, MessageDescriptor> = {
  open: msg({ message: "To decide", context: "state of a fine" }),
  charged: msg({ message: "Charged to the customer", context: "state of a fine" }),
  kept: msg({ message: "Company's cost", context: "state of a fine" }),
};

export const finesKey = ["/api/admin/fines"];

/** Fines of all vehicles, the newest first; all states without one. */
export const finesQuery = (state?: FineState, vehicle?: string) =>
  infiniteQueryOptions({
    queryKey: [...finesKey, state ?? "", vehicle ?? ""],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/fines", {
          params: {
            query: {
              ...(state && { state }),
              ...(vehicle && { vehicle }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const finesOfBookingQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...finesKey, "booking", bookingId],
    queryFn: () => bodyOf(api.GET("/api/admin/fines", { params: { query: { booking: bookingId } } })),
    staleTime: 0,
  });

const pathOf = (fineId: string) => ({ params: { path: { fine_id: fineId } } });

/** Where the notice of a fine is. */
export const noticeUrl = (fineId: string) => `/api/admin/fines/${fineId}/notice`;

export function addFine(body: Schemas["AddFineRequest"]) {
  return bodyOf(api.POST("/api/admin/fines", { body }));
}

export function importFines(csv: string, onlyCheck: boolean) {
  return bodyOf(api.POST("/api/admin/fines/import", { body: { csv, onlyCheck } }));
}

export function chargeFine(fineId: string, body: Schemas["ChargeFineRequest"]) {
  return api.POST("/api/admin/fines/{fine_id}/charge", { ...pathOf(fineId), body });
}

export function keepFine(fineId: string, amount: number) {
  return api.POST("/api/admin/fines/{fine_id}/keep", { ...pathOf(fineId), body: { amount } });
}

/** Undoes a decision: the fine is open again. */
export function reverseFine(fineId: string, reason: string) {
  return api.POST("/api/admin/fines/{fine_id}/reversal", { ...pathOf(fineId), body: { reason } });
}

export function removeFine(fineId: string) {
  return api.DELETE("/api/admin/fines/{fine_id}", pathOf(fineId));
}

/** Stores the authority's notice: a photo made smaller, a PDF as it is. */
export async function keepNotice(fineId: string, file: File) {
  const isPdf = file.type === "application/pdf";
  const content = await asBase64(isPdf ? file : await shrink(file).catch(() => file));
  return api.PUT("/api/admin/fines/{fine_id}/notice", { ...pathOf(fineId), body: { content } });
}
