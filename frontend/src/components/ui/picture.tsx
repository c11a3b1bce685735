import { useState } from "react";
import { savesData, serverSaves } from "@/lib/preferences";
import type { SitePicture } from "@/lib/site-config";

const narrow = "(max-width: 640px)";

interface Props {
  picture: SitePicture | null | undefined;
  /** Shown instead on narrow screens. */
  portrait?: SitePicture | undefined;
  /** Replaces the picture's own alt text; empty for a decorative picture. */
  alt?: string | undefined;
  /** The displayed width, so that the browser loads a matching size. */
  sizes?: string;
  /** Visible without scrolling: loaded eagerly. */
  isFirst?: boolean;
  width?: number;
  height?: number;
  className?: string;
}

/** A responsive picture. It reserves its space, and is removed when it fails to load. */
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
  // The smallest size. The first picture uses it only if the server preloaded that size, too.
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
  /** Whether the fallback for older browsers is one of the sources. */
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
