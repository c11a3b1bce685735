import type { MediaCrop, MediaItem } from "@/features/console/shared/media/api";

export interface Point {
  /** In thousandths of width and height. */
  x: number;
  y: number;
}

export interface Shape {
  id: "whole" | "8:5" | "4:3" | "16:9" | "1:1";
  /** Width over height; null: that of the picture. */
  ratio: number | null;
}

export const shapes: readonly Shape[] = [
  { id: "whole", ratio: null },
  { id: "8:5", ratio: 8 / 5 },
  { id: "4:3", ratio: 4 / 3 },
  { id: "16:9", ratio: 16 / 9 },
  { id: "1:1", ratio: 1 },
];
export const smallestSize = 20;

/**
 * The part of a picture with this shape, as large as `size` per cent of the largest one that fits, around a point as
 * far as there is room. Null for all of it.
 */
export function cropOf(
  picture: { width: number; height: number },
  shape: Shape,
  size: number,
  centre: Point,
): MediaCrop | null {
  const own = picture.width / picture.height;
  const ratio = shape.ratio ?? own;
  const width = Math.round(1000 * Math.min(1, ratio / own) * (size / 100));
  const height = Math.round(1000 * Math.min(1, own / ratio) * (size / 100));
  if (width >= 1000 && height >= 1000) return null;
  return {
    x: inside(centre.x - width / 2, 1000 - width),
    y: inside(centre.y - height / 2, 1000 - height),
    width,
    height,
  };
}

function inside(value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, 0), most));
}

/** The closest matching aspect ratio and size. */
export function shapeOf(
  picture: { width: number; height: number },
  crop: MediaCrop | null,
): { shape: Shape; size: number; centre: Point } {
  const whole = { shape: shapes[0] as Shape, size: 100, centre: { x: 500, y: 500 } };
  if (!crop) return whole;
  const ratio = (crop.width * picture.width) / (crop.height * picture.height);
  const own = picture.width / picture.height;
  const far = (shape: Shape) => Math.abs(Math.log((shape.ratio ?? own) / ratio));
  const shape = shapes.reduce((best, each) => (far(each) < far(best) - 0.01 ? each : best), whole.shape);
  const size = Math.round(Math.max(crop.width, crop.height) / 10);
  const centre = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  return { shape, size: Math.max(size, smallestSize), centre };
}

/** Moves a point by an arrow key; the point itself for any other key. */
export function movedBy(key: string, { x, y }: Point, step = 20): Point {
  const clamp = (value: number) => Math.min(1000, Math.max(0, value));
  switch (key) {
    case "ArrowLeft":
      return { x: clamp(x - step), y };
    case "ArrowRight":
      return { x: clamp(x + step), y };
    case "ArrowUp":
      return { x, y: clamp(y - step) };
    case "ArrowDown":
      return { x, y: clamp(y + step) };
    default:
      return { x, y };
  }
}

export const isFilm = (item: MediaItem) => item.kind === "film_link" || item.kind === "film_file";

/** Megabytes, with a decimal where that says more than none. */
export function megabytes(bytes: number): { value: number; digits: number } {
  const value = bytes / 1_000_000;
  return { value, digits: value < 10 ? 1 : 0 };
}

/** What can be changed of an item. */
export function draftOf({ title, altTexts, focusX, focusY, crop, posterId }: MediaItem) {
  return { title, altTexts, focusX, focusY, crop, posterId };
}

export type MediaDraft = ReturnType<typeof draftOf>;
