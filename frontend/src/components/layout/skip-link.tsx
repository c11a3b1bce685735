import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";

/** The first stop of a page's keys: past all that stands above its content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place of the page
    <a
      href="#content"
      onClick={skip}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-xl focus:bg-panel focus:px-4 focus:py-3 focus:font-semibold focus:text-ink focus:shadow-card print:hidden"
    >
      <Trans>Skip to content</Trans>
    </a>
  );
}

/** By hand: a hash in the address would be an entry of the browser's history. */
function skip(event: MouseEvent) {
  event.preventDefault();
  const content = document.getElementById("content");
  if (!content) return;
  content.tabIndex = -1;
  content.classList.add("outline-none");
  content.focus();
}
