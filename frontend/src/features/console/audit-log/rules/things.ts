import { generatePath } from "react-router";
import { paths } from "@/config/paths";
import type { Entry } from "../api";

/** What an entry is about: how it is called, and its page where there is one. */
export interface Thing {
  name: string;
  page: string | null;
}

/** A piece of a sentence: words, or what they are about. */
export type Part = string | Thing;

type Described = Pick<Entry, "subjectKind" | "subjectId" | "subjectName">;

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Kinds that are called by what they are, because there is one of them or nothing is left to name. */
const general: Record<string, Thing> = {
  bookings: { name: "bookings", page: paths.admin.bookings },
  commissions: { name: "commissions", page: paths.admin.affiliates },
  conversions: { name: "the conversions", page: paths.admin.conversions },
  currencies: { name: "currencies", page: paths.admin.currencies },
  visit: { name: "visits", page: paths.admin.visits },
  visits: { name: "visits", page: paths.admin.visits },
};

/** How somebody or something is called whose name is not known any more. */
const nameless: Record<string, string> = {
  admin: "a former user",
  affiliate: "an affiliate",
  booking: "that is gone",
  invitation: "somebody",
};

export function thingOf(entry: Described): Thing {
  const known = general[entry.subjectKind];
  if (known) return known;
  const name = entry.subjectName || nameless[entry.subjectKind] || entry.subjectId;
  if (entry.subjectKind === "customer") return { name: `customer ${entry.subjectId}`, page: null };
  return { name, page: pageOf(entry) };
}

/** The page of what was changed, where there is one. */
function pageOf({ subjectKind, subjectId, subjectName }: Described): string | null {
  switch (subjectKind) {
    case "booking":
      if (!subjectName) return null;
      return isId.test(subjectId)
        ? `${paths.admin.bookings}/${subjectId}`
        : `${paths.admin.bookings}?search=${encodeURIComponent(subjectId)}`;
    case "affiliate":
      return subjectName ? generatePath(paths.admin.affiliate, { affiliateId: subjectId }) : null;
    case "promo_code":
      return paths.admin.promoCodes;
    case "currency":
      return paths.admin.currencies;
    case "admin":
    case "invitation":
      return subjectName ? paths.admin.users : null;
    default:
      return null;
  }
}

/** A sentence with what it is about in it: says`paused ${thing}`. */
export function says(words: TemplateStringsArray, ...values: unknown[]): Part[] {
  const parts = words.flatMap((word, index): Part[] => {
    const value = values[index];
    if (index >= values.length) return [word];
    return [word, isThing(value) ? value : String(value ?? "nothing")];
  });
  return parts.filter((part) => part !== "");
}

export function isThing(value: unknown): value is Thing {
  return typeof value === "object" && value !== null && "name" in value && "page" in value;
}

export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (isThing(part) ? part.name : part)).join("");
}
