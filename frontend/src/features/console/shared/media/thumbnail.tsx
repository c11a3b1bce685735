import { Trans, useLingui } from "@lingui/react/macro";
import { Film, Hourglass, TriangleAlert } from "lucide-react";
import { Picture } from "@/components/ui/picture";
import type { MediaItem } from "./api";

/** An item as small as the grid shows it, with what is the matter with it. */
export function Thumbnail({ item, className = "" }: { item: MediaItem; className?: string }) {
  const { t } = useLingui();
  const isFilm = item.kind === "film_link" || item.kind === "film_file";
  return (
    <span className={`relative grid place-items-center overflow-hidden bg-stone ${className}`}>
      <Picture
        picture={item.picture}
        alt={item.picture.alt || item.title}
        sizes="14rem"
        className={item.kind === "drawing" ? "size-full object-contain" : "size-full object-cover"}
      />
      {isFilm && (
        <span className="absolute grid size-11 place-items-center rounded-full bg-ink/75 text-white">
          <Film role="img" aria-label={t`Video`} size={20} />
        </span>
      )}
      {item.state === "processing" && (
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1.5 bg-ink/75 px-2 py-1 text-xs text-white">
          <Hourglass aria-hidden size={14} />
          <Trans>Preparing…</Trans>
        </span>
      )}
      {item.state === "failed" && (
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1.5 bg-danger px-2 py-1 text-xs text-white">
          <TriangleAlert aria-hidden size={14} />
          <Trans>Couldn't process</Trans>
        </span>
      )}
    </span>
  );
}
