import { msg, t } from "@lingui/core/macro";
import type { MediaItem, MediaUse } from "@/features/console/shared/media/api";
import { formatNumber } from "@/lib/format";
import { megabytes } from "./rules";

/** How large something is, in words. */
export function sizeText(bytes: number): string {
  const { value, digits } = megabytes(bytes);
  const amount = formatNumber(value, digits);
  return t({ message: `${amount} MB`, comment: "Megabytes" });
}

/** Width and height of the original; empty where it has none. */
export function pixelText({ originalWidth, originalHeight }: MediaItem): string {
  if (!originalWidth || !originalHeight) return "";
  return t({ message: `${originalWidth} × ${originalHeight} px`, comment: "Width and height in pixels" });
}

/** Where something is used, in words. */
export function placeText({ place, name }: MediaUse): string {
  switch (place) {
    case "car":
      return t`Car ${name}`;
    case "place":
      return t`Handover place ${name}`;
    case "text":
      return t({ message: `Text ${name}`, comment: "The name is the kind of a text, such as landing" });
    case "brand":
      return t`Brand of the company`;
    case "review":
      return t`Review by ${name}`;
    case "quiz":
      return t`Quiz`;
    case "film":
      return t`Poster of ${name}`;
    default:
      return name;
  }
}

export const shapeLabels = {
  whole: msg`Whole image`,
  "8:5": msg({ message: "Cars (8:5)", comment: "Shape of a picture" }),
  "4:3": msg({ message: "4:3", comment: "Shape of a picture" }),
  "16:9": msg({ message: "Wide (16:9)", comment: "Shape of a picture" }),
  "1:1": msg({ message: "Square", comment: "Shape of a picture" }),
};
