import { expect, it } from "vitest";
import { directionsTo, distance } from "./geo";

it("measures as the crow flies", () => {
  expect(distance({ latitude: 41.6877, longitude: 44.8111 }, { latitude: 41.6509, longitude: 41.6363 })).toBe(
    264,
  );
  expect(distance({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBe(22);
});

it("leads there by addresses that carry nothing but the place", () => {
  expect(directionsTo({ latitude: 41.6877, longitude: 44.8111 })).toEqual({
    openStreetMap: "https://www.openstreetmap.org/directions?to=41.6877%2C44.8111",
    google: "https://www.google.com/maps/dir/?api=1&destination=41.6877%2C44.8111",
  });
});
