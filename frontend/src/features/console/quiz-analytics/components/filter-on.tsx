import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { afterPress, isPressed, type Pressed } from "../rules/toggle";
import { useViewContext } from "./view-context";

interface Props {
  pressed: Pressed;
  children: ReactNode;
}

/** A row's name that narrows the page to its sessions; pressed again, it undoes that. Text where figures are only read. */
export function FilterOn({ pressed, children }: Props) {
  const { t } = useLingui();
  const context = useViewContext();
  if (!context?.choose) return children;
  const { view, choose } = context;
  const isOn = isPressed(view.filters, pressed);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={isOn ? t`Remove this filter` : t`Show only these sessions`}
      onClick={() => choose(afterPress(view.filters, pressed))}
      className="min-h-9 min-w-0 text-left break-words underline-offset-4 hover:underline aria-pressed:underline max-md:min-h-11"
    >
      {children}
    </button>
  );
}
