import { useCallback, useEffect, useRef } from "react";
import { type Fields, readDraft, saveDraft } from "./rules/draft";

/**
 * Saves changes of a booking's draft; undefined removes a value. If the browser stores nothing, it asks before the
 * page is left.
 */
export function useDraft(reference: string): (changes: Fields) => void {
  const isStored = useRef(true);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isStored.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return useCallback(
    (changes) => {
      const fields = Object.entries({ ...readDraft(reference), ...changes });
      const kept = fields.filter(([, value]) => value !== undefined);
      isStored.current = saveDraft(reference, Object.fromEntries(kept));
    },
    [reference],
  );
}
