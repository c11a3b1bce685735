import { contactKey, formStore } from "@/lib/storage";

/** What a visitor left in the quiz to be contacted. */
interface QuizContact {
  name?: string;
  email?: string;
  phone?: string;
}

/** A contact out of its JSON; empty where there is none. */
export function readContact(text: string | null | undefined): QuizContact {
  try {
    const read: unknown = JSON.parse(text || "{}");
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** Keeps the contact in this tab as fields of the booking form; an empty text forgets it. */
export function keepContact(text: string): void {
  if (!text) {
    formStore.remove(contactKey);
    return;
  }
  const { name = "", email, phone } = readContact(text);
  const [firstName, ...others] = name.trim().split(/\s+/);
  const lastName = others.join(" ");
  const fields = {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { customerEmail: email }),
    ...(phone && { customerPhone: phone }),
  };
  formStore.set(contactKey, JSON.stringify(fields));
}
