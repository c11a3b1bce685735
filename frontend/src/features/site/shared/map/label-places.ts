/** Places the labels of a map inside it, without covering markers or other labels. All values in pixels. */

export interface Marker {
  x: number;
  y: number;
  /** Half of the marker's size. */
  radius: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Offset from the upper left of the map to the upper left of the label. */
export interface Corner {
  x: number;
  y: number;
}

type Box = Corner & Size;

const gap = 3;
const rounds = 4;
const lineStep = 8;
const lineWidth = 4;
/** Preferred positions: right, left, above, below, then the corners. */
const sides = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
] as const;
/** A less preferred position is used only where the better one covers something. */
const sidePenalty = 0.5;

/** A position for each label, in order. Labels overlap each other or `others` only where there is no room. */
export function labelPlaces(
  markers: readonly Marker[],
  labels: readonly Size[],
  map: Size,
  others: readonly Box[] = [],
): Corner[] {
  const options = markers.map((marker, at) => candidates(marker, labels[at] ?? { width: 0, height: 0 }, map));
  const chosen = options.map((boxes) => boxes[0]);
  const dots = markers.map(({ x, y, radius }) => ({
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
  }));
  for (let round = 0; round < rounds; round += 1) {
    let isSettled = true;
    options.forEach((boxes, at) => {
      const placed = chosen.flatMap((box, other) => (box && other !== at ? [box] : []));
      const taken = [...dots, ...placed, ...others];
      const costs = boxes.map((box, side) => covered(box, taken) + side * sidePenalty);
      const best = boxes[costs.indexOf(Math.min(...costs))];
      if (best !== chosen[at]) isSettled = false;
      chosen[at] = best;
    });
    if (isSettled) break;
  }
  return chosen.map((box) => ({ x: box?.x ?? 0, y: box?.y ?? 0 }));
}

/** Whether a box overlaps none of these. */
export function isFree(box: Box, others: readonly Box[]): boolean {
  return covered(box, others) === 0;
}

/** The area covered by a line, as small boxes from point to point. */
export function lineBoxes(points: readonly Corner[]): Box[] {
  return points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to;
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / lineStep));
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps - lineWidth / 2,
      y: from.y + ((to.y - from.y) * step) / steps - lineWidth / 2,
      width: lineWidth,
      height: lineWidth,
    }));
  });
}

function candidates({ x, y, radius }: Marker, { width, height }: Size, map: Size): Box[] {
  return sides.map(([right, down]) => {
    const diagonal = right !== 0 && down !== 0 ? Math.SQRT1_2 : 1;
    const away = (radius + gap) * diagonal;
    const left = x + right * away + ((right - 1) / 2) * width;
    const top = y + down * away + ((down - 1) / 2) * height;
    return {
      x: Math.max(gap, Math.min(left, map.width - width - gap)),
      y: Math.max(gap, Math.min(top, map.height - height - gap)),
      width,
      height,
    };
  });
}

/** Square pixels of the box that overlap others. */
function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
    const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}
