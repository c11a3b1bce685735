import { consentState } from "@/lib/consent";
import { readJson, sessionStore } from "@/lib/storage";

export const visitKey = "visit";

/** The random id of this tab's visit, for statistics only; none before its first step, and none after a refusal. */
export function visitId(): string | undefined {
  if (consentState() === "refused") return undefined;
  return readJson<{ id: string }>(sessionStore, visitKey)?.id;
}
