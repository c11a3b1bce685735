import { useState } from "react";
import { savesData, serverSaves } from "@/lib/saves-data";
import type { SitePicture } from "@/lib/site-config";

const narrow = "(max-width: 640px)";

interface Props {
  picture: SitePicture | null | undefined;
  /** Shown instead where the screen is narrow. */
  portrait?: SitePicture | undefined;
  /** In place of the picture's own text; empty for one that only decorates. */
  alt?: string | undefined;
  /** How wide it is shown, so that the browser takes the size that it needs. */
  sizes?: string;
  /** Visible without scrolling: loaded eagerly. */
  isFirst?: boolean;
  width?: number;
  height?: number;
  className?: string;
}

/** A picture in the size and kind that the browser wants. It leaves its room from the start, and goes when broken. */
export function Picture({
  picture,
  portrait,
  alt,
  sizes: shown = "100vw",
  isFirst,
  width,
  height,
  className,
}: Props) {
  const [broken, setBroken] = useState<string>();
  if (!picture?.src || broken === picture.src) return null;
  // The smallest there is. Of a first one, which the server has asked for ahead, only where it did so, too.
  const sizes = serverSaves() || (!isFirst && savesData()) ? "1px" : shown;
  return (
    <picture className="contents">
      {portrait?.src && <Sources of={portrait} sizes={sizes} media={narrow} hasPlain />}
      <Sources of={picture} sizes={sizes} />
      <img
        src={picture.src}
        alt={alt ?? picture.alt ?? ""}
        width={width ?? picture.width ?? undefined}
        height={height ?? picture.height ?? undefined}
        {...(isFirst ? { fetchPriority: "high" } : { loading: "lazy" })}
        decoding={isFirst ? undefined : "async"}
        className={className}
        style={picture.focus ? { objectPosition: picture.focus } : undefined}
        onError={() => {
          console.warn("picture not loaded", picture.src);
          setBroken(picture.src);
        }}
      />
    </picture>
  );
}

interface SourcesProps {
  of: SitePicture;
  sizes: string;
  media?: string | undefined;
  /** Whether what older browsers read is a source as well. */
  hasPlain?: boolean;
}

function Sources({ of, sizes, media, hasPlain }: SourcesProps) {
  return (
    <>
      {of.avif && <source type="image/avif" srcSet={of.avif} sizes={sizes} media={media} />}
      {of.webp && <source type="image/webp" srcSet={of.webp} sizes={sizes} media={media} />}
      {hasPlain && <source srcSet={of.src} media={media} />}
    </>
  );
}
