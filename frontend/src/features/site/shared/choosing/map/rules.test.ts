import { expect, it } from "vitest";
import { directionsTo, distance, projected } from "./rules";

const place = (code: string, latitude: number | null, longitude: number | null) => ({
  code,
  name: code,
  latitude,
  longitude,
});
const tbilisi = place("tbilisi", 41.6877, 44.8111);
const batumi = place("batumi", 41.6509, 41.6363);
const kutaisi = place("kutaisi", 42.2679, 42.6946);
const shape = 1.6;

it("measures as the crow flies", () => {
  expect(distance({ latitude: 41.6877, longitude: 44.8111 }, { latitude: 41.6509, longitude: 41.6363 })).toBe(
    264,
  );
  expect(distance({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBe(22);
});

it("draws north above, west left, and everything inside", () => {
  const [t, b, k] = projected([tbilisi, batumi, kutaisi], shape);
  if (!t || !b || !k) throw new Error("a place is missing");
  expect(b.x).toBeLessThan(k.x);
  expect(k.x).toBeLessThan(t.x);
  expect(k.y).toBeLessThan(t.y);
  for (const { x, y } of [t, b, k]) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(13.9);
    expect(Math.max(x, y)).toBeLessThanOrEqual(86.1);
  }
});

it("keeps the proportions of the land", () => {
  const [t, b, k] = projected([tbilisi, batumi, kutaisi], shape);
  if (!t || !b || !k) throw new Error("a place is missing");
  const drawn = (one: typeof t, other: typeof t) => Math.hypot((one.x - other.x) * shape, one.y - other.y);
  const onLand =
    264 / distance({ latitude: 41.6509, longitude: 41.6363 }, { latitude: 42.2679, longitude: 42.6946 });
  expect(drawn(t, b) / drawn(b, k)).toBeCloseTo(onLand, 1);
});

it("draws one place in the middle, and none that has no coordinates", () => {
  expect(projected([tbilisi, place("nowhere", null, null)], shape)).toEqual([
    { code: "tbilisi", name: "tbilisi", x: 50, y: 50 },
  ]);
});

it("leads there by addresses that carry nothing but the place", () => {
  expect(directionsTo({ latitude: 41.6877, longitude: 44.8111 })).toEqual({
    openStreetMap: "https://www.openstreetmap.org/directions?to=41.6877%2C44.8111",
    google: "https://www.google.com/maps/dir/?api=1&destination=41.6877%2C44.8111",
  });
});
