import { useEffect, useRef, useState } from "react";
import type { RecordKind } from "@/features/console/shared/handover";
import type { YardBooking } from "./api";
import { type Draft, newDraft } from "./rules/form";
import { dropDraft, keepDraft, readDraft } from "./store/database";

type Change = (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;

/** What is typed, kept on the phone with every change. Null until it is read. */
export function useDraft(
  booking: YardBooking,
  kind: RecordKind,
): { draft: Draft | null; change: Change; drop: () => Promise<void> } {
  const name = `${booking.bookingId} ${kind}`;
  const [draft, setDraft] = useState<Draft | null>(null);
  const isDropped = useRef(false);
  // The form is opened once for a booking: what the server says later changes nothing of it.
  const opened = useRef(booking);

  useEffect(() => {
    let isCurrent = true;
    void readDraft<Draft>(name).then((kept) => {
      if (isCurrent) setDraft({ ...newDraft(opened.current, kind, crypto.randomUUID()), ...kept });
    });
    return () => {
      isCurrent = false;
    };
  }, [name, kind]);

  useEffect(() => {
    if (draft && !isDropped.current) void keepDraft(name, draft);
  }, [name, draft]);

  const change: Change = (given) =>
    setDraft((before) => before && { ...before, ...(typeof given === "function" ? given(before) : given) });

  async function drop() {
    isDropped.current = true;
    await dropDraft(name);
  }
  return { draft, change, drop };
}
