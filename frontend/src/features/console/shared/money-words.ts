import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** How money moves. */
export const methodNames: Record<Schemas["RefundRequest"]["method"], MessageDescriptor> = {
  cash: msg`Cash`,
  card: msg`Card`,
  bank: msg`Bank transfer`,
  online: msg`Online`,
};

/** What an entry of the journal is. */
export const entryNames: Record<Schemas["EntryOut"]["kind"], MessageDescriptor> = {
  payment: msg`Payment`,
  refund: msg`Refund`,
  refund_failed: msg`Refund failed`,
  deposit_taken: msg`Deposit taken`,
  deposit_returned: msg`Deposit refunded`,
  deposit_kept: msg`Deposit kept`,
  deposit_applied: msg`Deposit used as payment`,
  reduction: msg`Price reduced`,
  till_over: msg`Till surplus`,
  till_short: msg`Till shortage`,
  cash_to_bank: msg`To the bank`,
  cash_from_bank: msg`From the bank`,
  cash_out: msg`To another till`,
  cash_in: msg`From another till`,
};

/** Kinds of documents. */
export const documentNames: Record<Schemas["InvoiceOut"]["kind"], MessageDescriptor> = {
  invoice: msg`Invoice`,
  credit_note: msg`Credit note`,
  receipt: msg`Receipt`,
};

export type PayableOn = components["schemas"]["AffiliatesResponse"]["payableOn"];

/** When a commission becomes payable; ends a sentence such as "A commission becomes payable …". */
export const payableMoments: Record<PayableOn, MessageDescriptor> = {
  booking: msg({ message: "with the booking", context: "A commission becomes payable …" }),
  confirmation: msg({ message: "when the booking is confirmed", context: "A commission becomes payable …" }),
  completion: msg({ message: "when the rental is completed", context: "A commission becomes payable …" }),
};
