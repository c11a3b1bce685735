import { clsx } from "clsx";
import type { ReactNode } from "react";

const looks = {
  plain: "bg-stone text-slate",
  good: "bg-sky text-ink",
  warning: "border border-danger text-danger",
};

/** A short mark beside a name. */
export function Badge({ look = "plain", children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap",
        looks[look],
      )}
    >
      {children}
    </span>
  );
}
