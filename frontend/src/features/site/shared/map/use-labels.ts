import { type RefObject, useLayoutEffect, useState } from "react";
import type { RegionMap } from "./api";
import { type Corner, isFree, labelPlaces, lineBoxes, type Size } from "./label-places";

interface Labels {
  /** By marker: from its middle to the label's upper left. */
  offsets: Corner[];
  /** Codes of the countries whose names have room beside markers and labels. */
  named: ReadonlySet<string>;
}

const nothing: Labels = { offsets: [], named: new Set() };

/**
 * Where the labels inside the box go. They are measured as they are drawn, again when the box changes: elements with
 * `data-label` are the labels of the points, in order, those with `data-country` the names of countries.
 */
export function useLabels(
  box: RefObject<HTMLElement | null>,
  map: RegionMap,
  keys: string,
  radius: number,
  line: readonly Corner[],
): Labels {
  const [labels, setLabels] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts have other sizes
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const place = () => setLabels(placed(element, map, radius, line));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, map, keys, radius, line]);
  return labels;
}

function placed(element: HTMLElement, map: RegionMap, radius: number, line: readonly Corner[]): Labels {
  const size = { width: element.clientWidth, height: element.clientHeight };
  const scale = size.width / map.width;
  const found = [...element.querySelectorAll<HTMLElement>("[data-label]")];
  const sizes = found.map(sizeOf);
  const markers = found.flatMap(({ dataset }) => {
    const point = map.points.find(({ key }) => key === dataset.label);
    return point ? [{ x: point.x * scale, y: point.y * scale, radius }] : [];
  });
  const covered = lineBoxes(line.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
  const corners = labelPlaces(markers, sizes, size, covered);
  const taken = [
    ...covered,
    ...corners.map((corner, at) => ({ ...corner, ...(sizes[at] ?? { width: 0, height: 0 }) })),
    ...markers.map(({ x, y }) => ({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius })),
  ];
  const named = new Set<string>();
  for (const name of element.querySelectorAll<HTMLElement>("[data-country]")) {
    const country = map.countries.find(({ code }) => code === name.dataset.country);
    if (country?.nameX == null || country.nameY == null) continue;
    const { width, height } = sizeOf(name);
    const middle = { x: country.nameX * scale, y: country.nameY * scale };
    const room = { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
    if (isFree(room, taken)) named.add(country.code);
  }
  return {
    offsets: corners.map(({ x, y }, at) => ({ x: x - (markers[at]?.x ?? 0), y: y - (markers[at]?.y ?? 0) })),
    named,
  };
}

function sizeOf({ offsetWidth, offsetHeight }: HTMLElement): Size {
  return { width: offsetWidth, height: offsetHeight };
}
