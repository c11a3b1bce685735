import { useQuery } from "@tanstack/react-query";
import { mediaItemQuery } from "./api";
import { storedPicture } from "./stored-picture";
import { Thumbnail } from "./thumbnail";

/** A picture as a text, car or brand holds it, small; nothing where it has none. */
export function StoredThumbnail({ value, className = "" }: { value: unknown; className?: string }) {
  const { mediaId, src } = storedPicture(value);
  const { data } = useQuery({ ...mediaItemQuery(mediaId ?? ""), enabled: Boolean(mediaId) });
  if (data) return <Thumbnail item={data.item} className={className} />;
  if (!src.startsWith("/")) return null;
  return <img src={src} alt="" className={`object-cover ${className}`} />;
}
