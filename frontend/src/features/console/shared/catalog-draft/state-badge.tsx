import { useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import type { Draft } from "./api";

/** The state of an item; nothing where visitors see this version. */
export function StateBadge({ state }: { state: Draft["items"][number]["state"] }) {
  const { t } = useLingui();
  if (state === "live") return null;
  const words = { added: t`new, not published`, changed: t`changed, not published`, removed: t`taken out` };
  return <Badge look={state === "removed" ? "warning" : "good"}>{words[state]}</Badge>;
}
