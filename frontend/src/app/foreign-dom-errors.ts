const foreign = /removeChild|insertBefore|The node to be removed is not a child/;

/**
 * Browser translators move text nodes under React's hands. The page still works, so these errors, and only
 * these, are kept from the console and from error reports.
 */
export function ignoreForeignDomErrors(): void {
  window.addEventListener("error", (event) => {
    if (event.error instanceof DOMException && foreign.test(event.message)) event.preventDefault();
  });
}
