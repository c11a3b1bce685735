import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";

/** Stands where something is being loaded, as tall as it will be. */
export function Skeleton({ className }: { className?: string }) {
  const { t } = useLingui();
  return <div role="status" aria-label={t`Loading`} className={clsx("skeleton", className)} />;
}
