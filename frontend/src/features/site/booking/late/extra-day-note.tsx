import { CalendarClock } from "lucide-react";
import { extraDayNote } from "@/features/site/shared/times/extra-day";
import { siteConfig } from "@/lib/site-config";
import type { Details } from "../rules/schema";

/** Why a return later in the day than the pickup costs a day, and until when it would not. */
export function ExtraDayNote({ values }: { values: Details }) {
  const note = extraDayNote(values, siteConfig().rental.minimumDays);
  if (!note) return null;
  return (
    <>
      <CalendarClock aria-hidden size={18} className="mt-0.5 shrink-0 text-pine" />
      <span>{note}</span>
    </>
  );
}
