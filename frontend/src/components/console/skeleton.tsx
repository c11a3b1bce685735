import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";

/** Placeholder of the same height while something is loading. */
export function Skeleton({ className }: { className?: string }) {
  const { t } = useLingui();
  return <div role="status" aria-label={t`Loading`} className={clsx("skeleton", className)} />;
}
