import type { KeyboardEvent } from "react";

/**
 * Closes a dialog that has the focus. Radix gives Escape to what was opened last: while a message was shown at the edge
 * of the screen, the message alone was closed.
 */
export function closeByEscape(onClose: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // Events of layers above the dialog bubble here too, but are not inside it.
    const isInside = target instanceof Node && event.currentTarget.contains(target);
    // Radix prevents the default of what it has closed something by.
    if (event.key === "Escape" && isInside && !event.defaultPrevented) onClose();
  };
}
