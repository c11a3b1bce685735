/** What texts, cars and brands hold of a picture: an item of the library, or a URL. */
export interface StoredPicture {
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
