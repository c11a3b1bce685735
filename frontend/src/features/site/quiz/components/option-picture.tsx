import { Picture } from "@/components/ui/picture";
import type { SitePicture } from "@/lib/site-config";
import type { Definition, Option, Question } from "../rules";

/** The picture of an answer; none where it has none, or the library has it no longer. */
export function pictureOf({ picture }: Option, pictures: Definition["pictures"]): SitePicture | undefined {
  return picture ? pictures?.[picture.mediaId] : undefined;
}

/** With pictures, answers are cards in two columns on every screen. */
export function hasPictures({ options }: Question, pictures: Definition["pictures"]): boolean {
  return options.some((option) => pictureOf(option, pictures));
}

/** The picture at the top of an answer's card. Its frame has its size before it is loaded. */
export function OptionPicture({ picture }: { picture: SitePicture }) {
  return (
    <span className="-mx-4 -mt-4 block aspect-4/3 overflow-hidden bg-stone sm:-mx-5 sm:-mt-5 short:-mx-2 short:-mt-2">
      <Picture picture={picture} sizes="(min-width: 640px) 22rem, 45vw" className="size-full object-cover" />
    </span>
  );
}
