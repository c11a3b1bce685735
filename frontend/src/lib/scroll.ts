/** How a page moves to another place by itself: gently, and at once for who asked for less motion. */
export function gentle(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
