import { useQuery } from "@tanstack/react-query";
import { mediaItemQuery } from "./api";
import { Thumbnail } from "./thumbnail";

/** A picture as a text, car or brand holds it, small; nothing where it has none. */
export function StoredThumbnail({ value, className = "" }: { value: unknown; className?: string }) {
  const { mediaId, src } = storedPicture(value);
  const { data } = useQuery({ ...mediaItemQuery(mediaId ?? ""), enabled: Boolean(mediaId) });
  if (data) return <Thumbnail item={data.item} className={className} />;
  if (!src.startsWith("/")) return null;
  return <img src={src} alt="" className={`object-cover ${className}`} />;
}

/** What texts, cars and brands hold of a picture: an item of the library, or a URL. */
interface StoredPicture {
  mediaId: string | null;
  /** Empty where there is an item. */
  src: string;
}

export function storedPicture(value: unknown): StoredPicture {
  if (typeof value === "string") return { mediaId: null, src: value };
  const { mediaId, src } = (value ?? {}) as { mediaId?: unknown; src?: unknown };
  if (typeof mediaId === "string" && mediaId) return { mediaId, src: "" };
  return { mediaId: null, src: typeof src === "string" ? src : "" };
}
