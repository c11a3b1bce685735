interface Film {
  player: "embed" | "file";
  src: string;
}

/** The film at an address as people copy it: of YouTube, Vimeo, or a file. Null when there is none to show. */
export function filmAt(address: string): Film | null {
  let url: URL;
  try {
    url = new URL(address.trim(), window.location.origin);
  } catch {
    return null;
  }
  if (url.protocol !== "https:" && url.origin !== window.location.origin) return null;
  if (/\.(mp4|webm)$/i.test(url.pathname)) return { src: url.href, player: "file" };
  const host = url.hostname.replace(/^(www|m)\./, "");
  const last = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  if (host === "youtu.be" || host === "youtube.com" || host === "youtube-nocookie.com") {
    const id = url.searchParams.get("v") ?? last;
    // The address that sets no cookies.
    return { src: `https://www.youtube-nocookie.com/embed/${id}?rel=0`, player: "embed" };
  }
  if (host === "vimeo.com" || host === "player.vimeo.com") {
    return { src: `https://player.vimeo.com/video/${last}?dnt=1`, player: "embed" };
  }
  return null;
}
