import { useLingui } from "@lingui/react/macro";
import { cn } from "@/lib/cn";

/** Stands where something is being loaded, as tall as it will be. */
export function Skeleton({ className }: { className?: string }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      aria-label={t`Loading`}
      className={cn("h-64 animate-pulse rounded-card bg-stone", className)}
    />
  );
}
