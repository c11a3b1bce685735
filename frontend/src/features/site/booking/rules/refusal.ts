import { fieldsOf } from "@/lib/errors";
import type { Draft } from "../draft";
import { type FormOrder, type Step, stepThatAsks } from "./order";
import {
  askedFields,
  type Details,
  detailsFields,
  type Personal,
  personalFields,
  placeFields,
} from "./schema";

type FieldName = keyof Personal | keyof Details | "promoCode";

/** A field the server refused, and its value at that time. */
export interface Refusal {
  field: FieldName;
  message: string;
  at: string;
}

const ofTrip = [...detailsFields, ...placeFields, ...askedFields];

type Values = Partial<Record<FieldName, string>>;

// One moment is made of two fields, and one is judged by the other.
const period = ["pickupDate", "pickupTime", "returnDate", "returnTime"] as const;

function valueAt(field: FieldName, values: Values): string {
  const judged: readonly FieldName[] = period.some((name) => name === field) ? period : [field];
  return judged.map((name) => values[name]?.trim() ?? "").join(" ");
}

/** Whether a refused field still says what was refused. */
export function isStillRefused(refusal: Refusal, values: Values): boolean {
  return valueAt(refusal.field, values) === refusal.at;
}

/** The refused field of the wizard; the server knows one name, the wizard two. */
function fieldOf(name: string, code: string): FieldName | undefined {
  if (name === "customerName") return code === "last_name_too_short" ? "lastName" : "firstName";
  const known: readonly FieldName[] = [...personalFields, ...ofTrip, "promoCode"];
  return known.find((field) => field === name);
}

/** What the server refused of a draft, field by field. Empty when it was something else that went wrong. */
export function refusalsOf(
  error: unknown,
  draft: Pick<Draft, "personal" | "details" | "promoCode">,
): Refusal[] {
  const values = { ...draft.personal, ...draft.details, promoCode: draft.promoCode };
  return fieldsOf(error).flatMap(({ field: name, code, message }) => {
    const field = fieldOf(name, code);
    return field ? [{ field, message, at: valueAt(field, values) }] : [];
  });
}

/** The first step with a refused field. */
export function stepOf(refusals: Refusal[], order: FormOrder): Step | undefined {
  const steps = refusals.map(({ field }) => {
    if (personalFields.some((name) => name === field)) return stepThatAsks(order, "contact");
    return stepThatAsks(order, ofTrip.some((name) => name === field) ? "trip" : "confirm");
  });
  return steps.sort()[0];
}
