import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { asBase64, shrink } from "@/lib/pictures";

type Schemas = components["schemas"];
export type DriverDocument = Schemas["DriverDocument"];
type Kind = DriverDocument["kind"];
type Driver = DriverDocument["driver"];

/** The largest file that the server takes. Photos are made smaller first. */
export const maxBytes = 1_250_000;

export const documentKinds: Record<Kind, MessageDescriptor> = {
  licence: msg({ message: "Driving licence", context: "kind of a driver's document" }),
  passport: msg({ message: "Passport", context: "kind of a driver's document" }),
  other: msg({ message: "Other document", context: "kind of a driver's document" }),
};

export const drivers: Record<Driver, MessageDescriptor> = {
  main: msg({ message: "Main driver", context: "whose document" }),
  second: msg({ message: "Second driver", context: "whose document" }),
};

const key = "/api/admin/bookings/{booking_id}/driver-documents";
const pathOf = (bookingId: string) => ({ params: { path: { booking_id: bookingId } } });

export const documentsKey = (bookingId: string) => [key, bookingId];

/** Scans and what the customer sent. Fetched again when the page is looked at again. */
export function documentsQuery(bookingId: string) {
  return queryOptions({
    queryKey: documentsKey(bookingId),
    queryFn: () => bodyOf(api.GET(key, pathOf(bookingId))),
    staleTime: 0,
  });
}

export function documentUrl(bookingId: string, fileId: string): string {
  return `/api/admin/bookings/${bookingId}/driver-documents/${fileId}`;
}

/** Stores a photo, made smaller, or a PDF as it is. */
export async function addDocument(bookingId: string, kind: Kind, driver: Driver, file: File) {
  const content = await asBase64(isPdf(file) ? file : await shrink(file).catch(() => file));
  return bodyOf(api.POST(key, { ...pathOf(bookingId), body: { kind, driver, content } }));
}

export function deleteDocument(bookingId: string, fileId: string, reason: string) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/driver-documents/{file_id}/deletion", {
      params: { path: { booking_id: bookingId, file_id: fileId } },
      body: { reason },
    }),
  );
}

export function isPdf(file: File): boolean {
  return file.type === "application/pdf";
}
