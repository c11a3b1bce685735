import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Agreement = components["schemas"]["AgreementResponse"];

const path = "/api/admin/bookings/{booking_id}/agreement";
const paramsOf = (bookingId: string) => ({ params: { path: { booking_id: bookingId } } });

export const agreementKey = (bookingId: string) => [path, bookingId];

/** Whether the agreement was signed online. Fetched again when the page is looked at again. */
export function agreementQuery(bookingId: string) {
  return queryOptions({
    queryKey: agreementKey(bookingId),
    queryFn: () => bodyOf(api.GET(path, paramsOf(bookingId))),
    staleTime: 0,
  });
}

export const sendAgreement = (bookingId: string) => bodyOf(api.POST(path, paramsOf(bookingId)));

export const revokeAgreement = (bookingId: string) => bodyOf(api.DELETE(path, paramsOf(bookingId)));

export const agreementDocumentUrl = (bookingId: string) =>
  `/api/admin/bookings/${bookingId}/agreement/document`;
