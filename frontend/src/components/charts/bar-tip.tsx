import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";

interface Props {
  /** What the bar is, for those who do not see it. */
  label: string;
  /** The bar's name and figures. */
  lines: readonly string[];
  className?: string;
  children: ReactNode;
}

/** A bar that says its figures under the pointer, by touch and by keyboard. */
export function BarTip({ label, lines: [title, ...figures], className, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={clsx("relative", className)}>
      <button
        type="button"
        aria-label={label}
        aria-describedby={isOpen ? id : undefined}
        // By touch the click opens it, after the emulated pointer and the focus: those must not be toggled.
        onClick={() => setOpen(true)}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && setOpen(true)}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
        className="flex min-h-6 w-full cursor-default items-center rounded-sm max-md:min-h-11"
      >
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          role="tooltip"
          className="tabular pointer-events-none absolute bottom-full left-0 z-20 w-max max-w-64 rounded-xl border border-line bg-panel px-3 py-2 text-left text-sm shadow-card"
        >
          <p className="text-slate">{title}</p>
          {figures.map((line) => (
            <p key={line} className="text-xs">
              {line}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
