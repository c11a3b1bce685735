import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, Play } from "lucide-react";
import { type TouchEvent, useRef, useState } from "react";
import { Picture } from "@/components/ui/picture";
import { savesData } from "@/lib/preferences";
import type { Car, Film, SitePicture } from "@/lib/site-config";

interface Props {
  name: string;
  slide: Slide | undefined;
  /** Shown until the video is played. */
  poster: SitePicture | undefined;
  position: string | null;
  onMove: (step: number) => void;
  /** The first slide of the page. */
  isFirst?: boolean;
}

/** The current slide, and the arrows to the others. */
export function GalleryStage({ name, slide, poster, position, onMove, isFirst = false }: Props) {
  const { t } = useLingui();
  const swipe = useSwipe(position ? onMove : undefined);
  return (
    <div {...swipe} className="relative aspect-8/5 max-h-[58dvh] w-full shrink-0 overflow-hidden bg-sky">
      {!slide && (
        <div className="grid h-full place-content-center text-center">
          <p className="font-semibold">
            <Trans>No images available</Trans>
          </p>
          <p className="text-sm text-slate">
            <Trans>Please check back later</Trans>
          </p>
        </div>
      )}
      {slide?.kind === "video" && (
        <Video key={slide.film.src} name={name} film={slide.film} poster={poster} />
      )}
      {slide?.kind === "image" && (
        <Picture
          key={slide.picture.src}
          picture={slide.picture}
          sizes={stageSizes}
          isFirst={isFirst}
          className="size-full object-cover"
        />
      )}
      {position && (
        <>
          <Arrow side="left" label={t`Previous photo`} onClick={() => onMove(-1)} />
          <Arrow side="right" label={t`Next photo`} onClick={() => onMove(1)} />
          <p className="tabular pointer-events-none absolute right-4 bottom-3 rounded-full bg-deep/80 px-3 py-1 text-xs text-white">
            {position}
          </p>
        </>
      )}
    </div>
  );
}

const swipeReach = 40;

/** Swiping left shows the next slide, swiping right the previous one. */
function useSwipe(onMove: ((step: number) => void) | undefined) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start.current || !finger) return;
      const across = finger.clientX - start.current.x;
      const down = finger.clientY - start.current.y;
      if (Math.abs(across) > swipeReach && Math.abs(across) > Math.abs(down)) onMove?.(across < 0 ? 1 : -1);
    },
  };
}

interface VideoProps {
  name: string;
  film: Film;
  poster: SitePicture | undefined;
}

/** Nothing is fetched from another site before the visitor presses play; with data saving, not even the poster. */
function Video({ name, film, poster: known }: VideoProps) {
  const { t } = useLingui();
  const poster = savesData() ? undefined : known;
  const [playing, setPlaying] = useState(false);
  if (film.player === "file") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a walk around the car, without words
      <video
        src={film.src}
        poster={poster?.src}
        controls
        preload="none"
        className="size-full bg-deep"
        aria-label={t`Video of the ${name}`}
      />
    );
  }
  if (playing) {
    return (
      <iframe
        src={`${film.src}&autoplay=1`}
        title={t`Video of the ${name}`}
        className="size-full bg-deep"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      />
    );
  }
  return (
    <button
      type="button"
      onClick={() => setPlaying(true)}
      aria-label={t`Play the video of the ${name}`}
      className={`group relative size-full ${poster ? "" : "bg-deep"}`}
    >
      <Picture
        picture={poster}
        alt=""
        sizes={stageSizes}
        isFirst
        className="size-full object-cover opacity-80"
      />
      <span className="absolute inset-0 m-auto grid size-20 place-items-center rounded-full bg-accent text-on-accent shadow-card transition-transform group-hover:scale-105">
        <Play aria-hidden size={34} className="ml-1 fill-current" />
      </span>
    </button>
  );
}

function Arrow({ side, label, onClick }: { side: "left" | "right"; label: string; onClick: () => void }) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 ${side === "left" ? "left-3" : "right-3"} grid size-11 -translate-y-1/2 place-items-center rounded-full bg-panel/90 shadow-card`}
    >
      <Icon aria-hidden size={24} />
    </button>
  );
}

type Slide = { kind: "image"; picture: SitePicture } | { kind: "video"; film: Film };

/** Displayed width of the first image. The server preloads it by the same (platform/src/abano/site/pages/preloads.py). */
export const stageSizes = "(min-width: 640px) 48rem, 100vw";

/**
 * The slides of a car in a circle: the film first where there is one, then the pictures. So the next after the
 * last picture is the film, and the one before the first picture as well.
 */
export function slidesOf(car: Pick<Car, "images" | "film">): Slide[] {
  const pictures: Slide[] = car.images.map((picture) => ({ kind: "image", picture }));
  return car.film ? [{ kind: "video", film: car.film }, ...pictures] : pictures;
}
