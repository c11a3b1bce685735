import type { components } from "@/api/schema.gen";

type InvoicePreview = components["schemas"]["InvoicePreview"];

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
