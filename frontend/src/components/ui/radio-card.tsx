import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

/** One choice of a radio group as a card that is pressed anywhere. Cards of one group share `name`. */
export function RadioCard({
  className,
  children,
  ...input
}: Omit<ComponentProps<"input">, "type" | "children"> & { children: ReactNode }) {
  return (
    <label
      className={clsx(
        "relative border-2 text-left has-focus-visible:outline-3 has-focus-visible:outline-offset-2",
        input.checked ? "border-pine bg-sky" : "border-line bg-panel",
        className,
      )}
    >
      {/* Over the whole card, so that a pointer presses the control itself. */}
      <input type="radio" className="absolute inset-0 size-full cursor-pointer opacity-0" {...input} />
      {children}
    </label>
  );
}
