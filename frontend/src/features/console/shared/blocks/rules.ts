import { t } from "@lingui/core/macro";
import { z } from "zod";
import { momentIn } from "@/lib/dates";
import type { BlockBody } from "./api";

export const blockSchema = z
  .object({
    kind: z.enum(["service", "workshop", "other"]),
    title: z
      .string()
      .trim()
      .min(1, { error: () => t`Enter a reason` }),
    from: z.string().min(1, { error: () => t`Enter a start` }),
    until: z.string().min(1, { error: () => t`Enter an end` }),
  })
  .refine((form) => !form.from || !form.until || form.from < form.until, {
    path: ["until"],
    error: () => t`The end must be after the start`,
    when: () => true,
  });
export type BlockForm = z.infer<typeof blockSchema>;

/** What the server takes of a block, its wall times by the company's clocks. */
export function blockBody(form: BlockForm, timeZone: string): Omit<BlockBody, "onlyPlan" | "moveBookings"> {
  return {
    kind: form.kind,
    title: form.title,
    startsAt: momentIn(timeZone, form.from),
    endsAt: momentIn(timeZone, form.until),
  };
}
