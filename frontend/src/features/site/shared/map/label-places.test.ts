import { expect, it } from "vitest";
import { isFree, labelPlaces, lineBoxes, type Marker } from "./label-places";

const map = { width: 340, height: 212 };
const marker = (x: number, y: number): Marker => ({ x, y, radius: 9 });

function boxes(markers: Marker[], widths: number[]) {
  const sizes = widths.map((width) => ({ width, height: 22 }));
  const places = labelPlaces(markers, sizes, map);
  return places.map((place, at) => ({ ...place, width: sizes[at]?.width ?? 0, height: 22 }));
}

function dot({ x, y, radius }: Marker) {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

it("puts a label to the right of its marker, in the middle of its height", () => {
  expect(labelPlaces([marker(100, 100)], [{ width: 60, height: 22 }], map)).toEqual([{ x: 112, y: 89 }]);
});

it("puts a label beside a line that begins at its marker", () => {
  const line = lineBoxes([
    { x: 100, y: 100 },
    { x: 300, y: 104 },
  ]);
  const size = { width: 60, height: 22 };

  const [place] = labelPlaces([marker(100, 100)], [size], map, line);

  expect(place).toEqual({ x: 28, y: 89 });
  expect(isFree({ x: 150, y: 90, ...size }, line)).toBe(false);
  expect(isFree({ x: 150, y: 120, ...size }, line)).toBe(true);
});

it("keeps labels inside the map", () => {
  for (const at of [marker(335, 4), marker(4, 208), marker(335, 208), marker(4, 4)]) {
    const [box] = boxes([at], [150]);
    if (!box) throw new Error("no label");
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(map.width);
    expect(box.y + box.height).toBeLessThanOrEqual(map.height);
    expect(isFree(box, [dot(at)])).toBe(true);
  }
});

it.each([
  // Widths as of English and of Georgian or Russian names.
  { names: "short", widths: [52, 60, 58, 50, 55, 64] },
  { names: "long", widths: [96, 118, 124, 90, 110, 130] },
])("lets $names labels of near places lie on nothing", ({ widths }) => {
  const markers = [
    marker(250, 120),
    marker(268, 132),
    marker(120, 60),
    marker(130, 86),
    marker(30, 150),
    marker(300, 190),
  ];
  const placed = boxes(markers, widths);
  placed.forEach((box, at) => {
    const others = placed.filter((_, other) => other !== at);
    expect(isFree(box, [...others, ...markers.map(dot)]), `label ${at}`).toBe(true);
  });
});
