import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";

/** The first stop of the Tab key: skips everything above the content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place of the page
    <a href="#content" onClick={skip} className="skip-link">
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
