import { formStore, readJson } from "@/lib/storage";

/**
 * Input that was typed and not sent, by the path of its field or the name of its form. All forms of a booking share it.
 * Apart from them: they are loaded later.
 */
export type Fields = Record<string, unknown>;

const key = "own_booking_draft";

/** The draft of this tab; that of another booking does not count. */
export function readDraft(reference: string): Fields {
  const draft = readJson<{ reference: string; fields: Fields }>(formStore, key);
  return draft?.reference === reference ? draft.fields : {};
}

/** Returns whether the draft outlives the page. */
export function saveDraft(reference: string, fields: Fields): boolean {
  if (Object.keys(fields).length > 0) return formStore.set(key, JSON.stringify({ reference, fields }));
  clearDraft();
  return true;
}

export function clearDraft(): void {
  formStore.remove(key);
}
