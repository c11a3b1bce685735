import { useEffect, useState } from "react";
import { isAvailabilityPromised } from "@/features/site/shared/availability/ask";
import { api, bodyOf } from "@/lib/api";

const none: ReadonlySet<string> = new Set();

/** The days on which nothing is free, of as many from `from` on; none while that is not known, or not promised. */
export function useTakenDays(from: string, days: number, car: string | undefined): ReadonlySet<string> {
  const [taken, setTaken] = useState(none);
  useEffect(() => {
    if (!isAvailabilityPromised()) return undefined;
    let isLeft = false;
    const query = { from, days, ...(car ? { car } : {}) };
    bodyOf(api.GET("/api/availability/days", { params: { query } }))
      // Months before stay known: a rental may begin there.
      .then((answer) => !isLeft && setTaken((known) => new Set([...known, ...answer.taken])))
      .catch((error: unknown) => console.warn("taken days not learnt", error));
    return () => {
      isLeft = true;
    };
  }, [from, days, car]);
  return taken;
}
