import type { Car } from "@/lib/site-config";

export type Slide =
  | { kind: "image"; src: string; alt: string }
  /** `embed`: another site's player in a frame; `file`: a film of our own. */
  | { kind: "video"; src: string; player: "embed" | "file" };

/**
 * The slides of a car in a circle: the video first where there is one, then the pictures. So the next after the
 * last picture is the video, and the one before the first picture as well.
 */
export function slidesOf(car: Pick<Car, "images" | "videoUrl">, siteVideo: string | null): Slide[] {
  const pictures: Slide[] = car.images.map(({ src, alt }) => ({ kind: "image", src, alt }));
  const video = videoSlide(car.videoUrl ?? siteVideo);
  return video ? [video, ...pictures] : pictures;
}

/** The film at an address as people copy it; null when there is none that a page could show. */
export function videoSlide(address: string | null): Slide | null {
  if (!address?.trim()) return null;
  let url: URL;
  try {
    url = new URL(address.trim(), window.location.origin);
  } catch {
    return null;
  }
  if (url.protocol !== "https:" && url.origin !== window.location.origin) return null;
  if (/\.(mp4|webm)$/i.test(url.pathname)) return { kind: "video", src: url.href, player: "file" };
  const host = url.hostname.replace(/^(www|m)\./, "");
  const last = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  if (host === "youtu.be" || host === "youtube.com" || host === "youtube-nocookie.com") {
    const id = url.searchParams.get("v") ?? last;
    // The address that sets no cookies.
    return { kind: "video", src: `https://www.youtube-nocookie.com/embed/${id}?rel=0`, player: "embed" };
  }
  if (host === "vimeo.com") {
    return { kind: "video", src: `https://player.vimeo.com/video/${last}?dnt=1`, player: "embed" };
  }
  return { kind: "video", src: url.href, player: "embed" };
}
