import { type ClassValue, clsx } from "clsx";

/** Class names in one string. It merges nothing: the kit's own classes lie in a layer below all others (styles.css). */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
