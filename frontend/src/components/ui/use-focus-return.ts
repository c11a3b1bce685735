import { useState } from "react";

/**
 * Where the focus goes when a dialog closes: back to what opened it. A dialog that is drawn only while it is open has
 * no trigger, and without this the focus is lost to the top of the page.
 *
 * What opened it may be gone by then, with what was confirmed: then the focus goes to where the page shows the result
 * (`data-result`), or to its heading.
 */
export function useFocusReturn(): (event: Event) => void {
  // While the dialog is drawn for the first time, the focus is still where it was opened from.
  const [opener] = useState(whatOpens);
  return (event) => {
    event.preventDefault();
    const target = isUsable(opener) ? opener : resultOfPage();
    target?.focus({ preventScroll: true });
  };
}

/** The element with the focus; in a menu, which closes too, what opened the menu. */
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
