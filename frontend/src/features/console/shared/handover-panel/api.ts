import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type ProposedLine = components["schemas"]["ProposedLineOut"];
type Decision = components["schemas"]["DecisionRequest"];

const key = "/api/admin/bookings/{booking_id}/handover";
const pollMilliseconds = 10_000;

/** The records of a booking. Photos and documents are polled. */
export function handoverQuery(bookingId: string) {
  return queryOptions({
    queryKey: [key, bookingId],
    queryFn: () => bodyOf(api.GET(key, { params: { path: { booking_id: bookingId } } })),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  });
}

export function decideLine(bookingId: string, lineId: string, body: Decision) {
  return api.POST("/api/admin/bookings/{booking_id}/proposed-lines/{line_id}", {
    params: { path: { booking_id: bookingId, line_id: lineId } },
    body,
  });
}

/** Adds the fee of the second driver to the price; `amount` as it was shown. */
export function addDriverFee(bookingId: string, amount: number) {
  return api.POST("/api/admin/bookings/{booking_id}/second-driver/fee", {
    params: { path: { booking_id: bookingId } },
    body: { amount },
  });
}

/** Undoes a decision: the line is open again. */
export function reverseLine(bookingId: string, lineId: string, reason: string) {
  return api.POST("/api/admin/bookings/{booking_id}/proposed-lines/{line_id}/reversal", {
    params: { path: { booking_id: bookingId, line_id: lineId } },
    body: { reason },
  });
}
