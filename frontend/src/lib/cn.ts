import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      // Utilities of styles.css that the merger cannot know.
      "min-h": ["min-h-screen-left"],
      "fvn-figure": ["tabular"],
    },
    theme: { radius: ["card"], shadow: ["card"], animate: ["shake", "slide-in", "appear", "marquee"] },
  },
});

/** Class names in one string. Of two that set the same thing, the later one stays: callers change what the kit sets. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
