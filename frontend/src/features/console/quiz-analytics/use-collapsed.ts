import { useCallback, useState } from "react";
import { localStore, readJson } from "@/lib/storage";

const key = "admin_quiz_analytics_open";

/** Which sections someone has unfolded on a phone. Kept on this device. */
export function useCollapsed() {
  const [open, setOpen] = useState<readonly string[]>(() => {
    const kept = readJson<unknown>(localStore, key);
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  });
  const unfold = useCallback((id: string, isOpen: boolean) => {
    setOpen((before) => {
      const rest = before.filter((other) => other !== id);
      const next = isOpen ? [...rest, id] : rest;
      localStore.set(key, JSON.stringify(next));
      return next;
    });
  }, []);
  return [open, unfold] as const;
}
