import { useState } from "react";

/**
 * Returns the focus when a dialog closes to the element that opened it. A dialog that is only rendered while open has
 * no trigger, and the focus would move to the top of the page.
 *
 * If the confirmed action removed that element, the focus goes to the dialog it was in, to the page's result
 * (`data-result`), or to its heading.
 */
export function useFocusReturn(): (event: Event) => void {
  // During the dialog's first render, the focus is still on the element that opened it.
  const [opener] = useState(whatOpens);
  const [dialog] = useState(() => opener?.closest<HTMLElement>('[role="dialog"]'));
  return (event) => {
    event.preventDefault();
    const target = isUsable(opener) ? opener : dialog?.isConnected ? dialog : resultOfPage();
    target?.focus({ preventScroll: true });
  };
}

/** The focused element; in a menu, which closes too, the menu's trigger. */
function whatOpens(): HTMLElement | null {
  const focused = document.activeElement;
  const trigger = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  const element = trigger ? document.getElementById(trigger) : focused;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

function isUsable(element: HTMLElement | null): element is HTMLElement {
  return element?.isConnected === true && !element.matches(":disabled");
}

function resultOfPage(): HTMLElement | null {
  const places = ["[data-result]", "main h1", "h1"];
  const found = places.map((place) => document.querySelector<HTMLElement>(place)).find(Boolean) ?? null;
  if (found) found.tabIndex = -1;
  return found;
}
