/** How a page scrolls: smoothly, or at once with reduced motion. */
export function gentle(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
