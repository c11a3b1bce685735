/** Smooth scrolling, or instant with reduced motion. */
export function gentle(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
