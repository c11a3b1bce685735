import type { Car } from "@/lib/site-config";

export type Slide = { kind: "image"; src: string; alt: string } | { kind: "video"; src: string };

/**
 * The slides of a car in a circle: the video first where there is one, then the pictures. So the next after the
 * last picture is the video, and the one before the first picture as well.
 */
export function slidesOf(car: Pick<Car, "images" | "videoUrl">, siteVideo: string | null): Slide[] {
  const pictures: Slide[] = car.images.map(({ src, alt }) => ({ kind: "image", src, alt }));
  const video = car.videoUrl ?? siteVideo;
  return video ? [{ kind: "video", src: video }, ...pictures] : pictures;
}
