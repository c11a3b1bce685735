import type { KeyboardEvent, PointerEvent } from "react";
import type { MediaCrop } from "@/features/console/shared/media/api";
import { movedBy, type Point } from "../rules";

interface Props {
  src: string;
  label: string;
  point: Point;
  /** The part around which the rest is dimmed. */
  frame?: MediaCrop | null;
  onPoint: (point: Point) => void;
}

const percent = (thousandths: number) => `${thousandths / 10}%`;

/** A picture on which a point is chosen, by pressing there or by the arrow keys. */
export function PointedPicture({ src, label, point, frame, onPoint }: Props) {
  function pressed(event: PointerEvent<HTMLButtonElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (at: number, from: number, length: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / length)) * 1000);
    onPoint({
      x: share(event.clientX, box.left, box.width),
      y: share(event.clientY, box.top, box.height),
    });
  }

  function moved(event: KeyboardEvent) {
    const next = movedBy(event.key, point);
    if (next.x === point.x && next.y === point.y) return;
    event.preventDefault();
    onPoint(next);
  }

  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={pressed}
      onKeyDown={moved}
      className="relative cursor-crosshair self-start overflow-hidden rounded-card bg-stone"
    >
      <img src={src} alt="" draggable={false} className="block max-h-[50dvh] min-h-24 w-auto max-w-full" />
      {frame && (
        <span
          className="absolute border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)]"
          style={{
            left: percent(frame.x),
            top: percent(frame.y),
            width: percent(frame.width),
            height: percent(frame.height),
          }}
        />
      )}
      <span
        className="absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full border-3 border-white bg-accent shadow-card"
        style={{ left: percent(point.x), top: percent(point.y) }}
      />
    </button>
  );
}
