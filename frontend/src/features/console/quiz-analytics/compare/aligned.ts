import type { ChartRow } from "@/components/charts/chart-frame";
import type { Point } from "../timeline/points";

/** Segments as one row of points, each from its own first unit; the longest one sets the length. */
export function aligned(lines: readonly (readonly Point[])[]): ChartRow[] {
  const length = Math.max(0, ...lines.map((points) => points.length));
  return Array.from({ length }, (_, index) => {
    const points = lines.map((line) => line[index]);
    const given = points.filter((point) => point !== undefined);
    return {
      id: `${index}`,
      // The days of the segments may differ.
      name: [...new Set(given.map(({ name }) => name))].join(" / "),
      shortName: given[0]?.shortName ?? "",
      isOpen: given.some(({ isOpen }) => isOpen),
      values: Object.fromEntries(points.map((point, place) => [`${place}`, point?.now ?? null])),
    };
  });
}
