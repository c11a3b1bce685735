import { clsx } from "clsx";

/** Stands where something is being loaded, as tall as it will be. */
export function Skeleton({ className }: { className?: string }) {
  return <div role="status" aria-label="Loading" className={clsx("skeleton", className)} />;
}
