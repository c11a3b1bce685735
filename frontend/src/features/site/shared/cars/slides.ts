import type { Car, Film, SitePicture } from "@/lib/site-config";

export type Slide = { kind: "image"; picture: SitePicture } | { kind: "video"; film: Film };

/** Displayed width of the first image. The server preloads it by the same (platform/src/abano/site/pages/preloads.py). */
export const stageSizes = "(min-width: 640px) 48rem, 100vw";

/**
 * The slides of a car in a circle: the film first where there is one, then the pictures. So the next after the
 * last picture is the film, and the one before the first picture as well.
 */
export function slidesOf(car: Pick<Car, "images" | "film">): Slide[] {
  const pictures: Slide[] = car.images.map((picture) => ({ kind: "image", picture }));
  return car.film ? [{ kind: "video", film: car.film }, ...pictures] : pictures;
}
