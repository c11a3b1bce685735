import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

/** What a draft stores. `dueOn` is null for the payment terms. */
export type DraftValues = {
  language: string;
  dueOn: string | null;
  orderNumber: string;
  note: string;
  billTo: { name: string; address: string; country: string; vatNumber: string };
};

const noRecipient = { name: "", address: "", country: "", vatNumber: "" };

/** The values of a preview's draft, or those that a first draft has. */
export function draftOf({ language, draft, orderNumber, note, billTo }: InvoicePreview): DraftValues {
  return { language, dueOn: draft?.dueOn ?? null, orderNumber, note, billTo: { ...noRecipient, ...billTo } };
}

type Schemas = components["schemas"];
export type Money = Schemas["MoneyResponse"];
export type Entry = Schemas["EntryOut"];
export type Document = Schemas["InvoiceOut"];
export type PaymentLink = Schemas["LinkOut"];
export type Method = Schemas["RefundRequest"]["method"];
export type DeskMethod = Schemas["PaymentRequest"]["method"];

export const moneyKey = (bookingId: string) => ["/api/admin/bookings", bookingId, "money"];

/** What was agreed, paid and is held of a booking. */
export const moneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: moneyKey(bookingId),
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/bookings/{booking_id}/money", { params: { path: { booking_id: bookingId } } }),
      ),
    refetchInterval: 15_000,
    staleTime: 0,
  });

/** One press is one payment: a repeated call carries the same key. */
const withKey = (bookingId: string, key: string) => ({
  params: { path: { booking_id: bookingId }, header: { "Idempotency-Key": key } },
});

export function takePayment(bookingId: string, key: string, body: Schemas["PaymentRequest"]) {
  return bodyOf(api.POST("/api/admin/bookings/{booking_id}/payments", { ...withKey(bookingId, key), body }));
}

export function refundPayment(bookingId: string, key: string, body: Schemas["RefundRequest"]) {
  return bodyOf(api.POST("/api/admin/bookings/{booking_id}/refunds", { ...withKey(bookingId, key), body }));
}

export function takeDeposit(bookingId: string, key: string, body: Schemas["DepositRequest"]) {
  return bodyOf(api.POST("/api/admin/bookings/{booking_id}/deposits", { ...withKey(bookingId, key), body }));
}

export function settleDeposit(bookingId: string, key: string, body: Schemas["SettleDepositRequest"]) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/deposits/settlement", { ...withKey(bookingId, key), body }),
  );
}

export function makeLink(bookingId: string, key: string, body: Schemas["LinkRequest"]) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/payment-links", { ...withKey(bookingId, key), body }),
  );
}

/** Captures all or a part of a card hold; the rest is released. */
export function captureHold(bookingId: string, holdId: string, key: string, body: Schemas["CaptureRequest"]) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/card-holds/{hold_id}/capture", {
      params: { path: { booking_id: bookingId, hold_id: holdId }, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

/** Releases a card hold, or withdraws its link. */
export function releaseHold(bookingId: string, holdId: string) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/card-holds/{hold_id}/release", {
      params: { path: { booking_id: bookingId, hold_id: holdId } },
    }),
  );
}

/** Decides what a cancelled booking costs; 0 charges nothing. */
export function chargeFee(bookingId: string, body: Schemas["CancellationFeeRequest"]) {
  return bodyOf(
    api.PUT("/api/admin/bookings/{booking_id}/cancellation-fee", {
      params: { path: { booking_id: bookingId } },
      body,
    }),
  );
}

export type InvoicePreview = Schemas["InvoicePreview"];

/** The invoice as it would be issued now. */
export const invoicePreviewQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...moneyKey(bookingId), "invoice-preview"],
    queryFn: async () => {
      const path = "/api/admin/bookings/{booking_id}/invoice-preview";
      return (await bodyOf(api.GET(path, { params: { path: { booking_id: bookingId } } }))).preview;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Saves the draft of a booking's invoice; the answer is the preview with it. */
export async function saveDraft(bookingId: string, values: DraftValues, revision: number) {
  const answer = await bodyOf(
    api.PUT("/api/admin/bookings/{booking_id}/invoice-draft", {
      params: { path: { booking_id: bookingId } },
      body: { ...values, revision },
    }),
  );
  return answer.preview;
}

export function discardDraft(bookingId: string) {
  return api.DELETE("/api/admin/bookings/{booking_id}/invoice-draft", {
    params: { path: { booking_id: bookingId } },
  });
}

export function proformaFileOf(bookingId: string): string {
  return `/api/admin/bookings/${bookingId}/proforma/file`;
}

export function emailProforma(bookingId: string) {
  return api.POST("/api/admin/bookings/{booking_id}/proforma/email", {
    params: { path: { booking_id: bookingId } },
  });
}

export function previewFileOf(bookingId: string): string {
  return `/api/admin/bookings/${bookingId}/invoice-preview/file`;
}

export function issueInvoice(bookingId: string, body: Schemas["IssueRequest"]) {
  return bodyOf(
    api.POST("/api/admin/bookings/{booking_id}/invoices", {
      params: { path: { booking_id: bookingId } },
      body,
    }),
  );
}

export function emailDocument(invoiceId: string) {
  return bodyOf(
    api.POST("/api/admin/invoices/{invoice_id}/email", { params: { path: { invoice_id: invoiceId } } }),
  );
}

export type Creditable = Schemas["CreditableResponse"];

/** What is left of an invoice to credit. */
export const creditableQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ["/api/admin/invoices", invoiceId, "credit-note"],
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/invoices/{invoice_id}/credit-note", {
          params: { path: { invoice_id: invoiceId } },
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

export function creditInvoice(invoiceId: string, body: Schemas["CreditRequest"]) {
  return bodyOf(
    api.POST("/api/admin/invoices/{invoice_id}/credit-note", {
      params: { path: { invoice_id: invoiceId } },
      body,
    }),
  );
}

export function fileOf(documentId: string): string {
  return `/api/admin/invoices/${documentId}/file`;
}

/** The queries of lists of invoices. */
export const invoicesKey = ["/api/admin/invoices"];

/** The queries of lists of drafts. */
export const draftsKey = ["/api/admin/invoice-drafts"];
