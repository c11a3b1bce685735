import { mayStore } from "@/lib/consent";
import { localStore, readJson } from "@/lib/storage";
import { isPreview } from "@/lib/visitors-query";

const key = "quiz_before";

interface Before {
  session: string;
  returning: boolean;
}

/** Whether this browser began another session before; undefined where it may not remember. Remembers this one. */
export function isReturning(session: string): boolean | undefined {
  if (!mayStore() || isPreview()) return undefined;
  const before = readJson<Before>(localStore, key);
  // A repeated start sends the same.
  if (before?.session === session) return before.returning;
  const now: Before = { session, returning: before !== null };
  localStore.set(key, JSON.stringify(now));
  return now.returning;
}
