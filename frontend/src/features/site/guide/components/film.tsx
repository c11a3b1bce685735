import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { useState } from "react";
import { Picture } from "@/components/ui/picture";
import type { Block } from "@/features/site/shared/document-query";
import { savesData } from "@/lib/preferences";
import { siteConfig } from "@/lib/site-config";
import { filmAt } from "../video-url";

/** A film. Nothing is fetched from another site before the visitor presses play; of who saves data, no poster either. */
export function Film({ block }: { block: Block<"film"> }) {
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(false);
  const film = block.url ? filmAt(block.url) : siteConfig().film;
  if (!film) return null;
  const frame = "aspect-video w-full overflow-hidden rounded-card bg-deep";
  const { title } = block;
  const poster = savesData() ? null : block.thumbnail;
  return (
    <>
      {film.player === "file" ? (
        // biome-ignore lint/a11y/useMediaCaption: the company's own film, whose words it has not written down
        <video
          src={film.src}
          poster={poster?.src}
          controls
          preload="none"
          className={frame}
          aria-label={title}
        />
      ) : isPlaying ? (
        <iframe
          src={`${film.src}${film.src.includes("?") ? "&" : "?"}autoplay=1`}
          title={title}
          className={frame}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      ) : (
        <button
          type="button"
          onClick={() => setPlaying(true)}
          aria-label={t`Play: ${title}`}
          className={`relative ${frame}`}
        >
          <Picture picture={poster} alt="" className="size-full object-cover opacity-80" />
          <span className="absolute inset-0 m-auto grid size-20 place-items-center rounded-full bg-accent text-on-accent shadow-card">
            <Play aria-hidden size={34} className="ml-1 fill-current" />
          </span>
        </button>
      )}
    </>
  );
}
