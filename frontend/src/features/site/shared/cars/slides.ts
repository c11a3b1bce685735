import type { Car, Film, SitePicture } from "@/lib/site-config";

export type Slide = { kind: "image"; picture: SitePicture } | { kind: "video"; film: Film };

/**
 * The slides of a car in a circle: the film first where there is one, then the pictures. So the next after the
 * last picture is the film, and the one before the first picture as well.
 */
export function slidesOf(car: Pick<Car, "images" | "film">): Slide[] {
  const pictures: Slide[] = car.images.map((picture) => ({ kind: "image", picture }));
  return car.film ? [{ kind: "video", film: car.film }, ...pictures] : pictures;
}
