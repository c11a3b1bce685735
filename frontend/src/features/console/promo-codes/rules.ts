import { t } from "@lingui/core/macro";
import { z } from "zod";
import { readNumber } from "@/lib/amounts";
import type { PromoCode, Terms } from "./api";

const isPercent = (number: number | null) => number !== null && number >= 0 && number <= 100;
const percent = z
  .string()
  .trim()
  .refine((text) => text === "" || isPercent(readNumber(text)), {
    error: () => t`Please enter 0 to 100 percent, or leave it empty`,
  });

export const codeSchema = z
  .object({
    code: z
      .string()
      .trim()
      .refine((text) => text === "" || /^[a-z0-9][a-z0-9._-]{1,39}$/i.test(text), {
        error: () => t`Please use 2 to 40 letters, digits, dots and dashes`,
      }),
    affiliateId: z.string(),
    discountPercent: percent,
    commissionPercent: percent,
    firstDay: z.string(),
    lastDay: z.string(),
    maximumUses: z
      .string()
      .trim()
      .refine(
        (text) => text === "" || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000),
        { error: () => t`Please enter a whole number from 1, or leave it empty` },
      ),
    isActive: z.boolean(),
  })
  .refine((form) => !form.firstDay || !form.lastDay || form.firstDay <= form.lastDay, {
    path: ["lastDay"],
    error: () => t`The last day must not be before the first`,
    when: () => true,
  });
export type CodeForm = z.infer<typeof codeSchema>;

const number = (text: string) => (text === "" ? null : readNumber(text));

/** What the server takes of a form; empty means open, or the company's own rate. */
export function termsOf(form: CodeForm): Terms {
  return {
    isActive: form.isActive,
    discountPercent: number(form.discountPercent),
    commissionPercent: number(form.commissionPercent),
    firstDay: form.firstDay || null,
    lastDay: form.lastDay || null,
    maximumUses: number(form.maximumUses),
  };
}

/** The form of a code that is there, or of a new one. */
export function formOf(code: PromoCode | null, affiliateId: string | null): CodeForm {
  return {
    code: code?.code ?? "",
    affiliateId: code?.affiliateId ?? affiliateId ?? "",
    discountPercent: code?.discountPercent?.toString() ?? "",
    commissionPercent: code?.commissionPercent?.toString() ?? "",
    firstDay: code?.firstDay ?? "",
    lastDay: code?.lastDay ?? "",
    maximumUses: code?.maximumUses?.toString() ?? "",
    isActive: code?.isActive ?? true,
  };
}
