import { expect, it } from "vitest";
import { chosenPlaces } from "./handover-places";

const locations = [
  {
    code: "tbilisi",
    handoverPlaces: [
      { code: "hotel", fee: 10 },
      { code: "airport", fee: 0 },
      { code: "office", fee: 0 },
    ],
  },
  { code: "batumi", handoverPlaces: [{ code: "port", fee: 5 }] },
  { code: "gudauri", handoverPlaces: [] },
];

it.each([
  // The first of the cheapest, and the return where it was picked up.
  ["tbilisi", "", "tbilisi", "", "airport", "airport"],
  ["tbilisi", "office", "tbilisi", "", "office", "office"],
  ["tbilisi", "office", "tbilisi", "airport", "office", "airport"],
  // What costs something is the visitor's own choice, once for each side.
  ["tbilisi", "hotel", "tbilisi", "", "hotel", "airport"],
  // Where every place costs something, the cheapest is chosen.
  ["batumi", "", "batumi", "", "port", "port"],
  ["tbilisi", "", "batumi", "", "airport", "port"],
  // A choice in another location no longer counts.
  ["tbilisi", "port", "batumi", "office", "airport", "port"],
  ["gudauri", "airport", "nowhere", "", undefined, undefined],
])("%s/%s to %s/%s", (pickupLocation, pickupPlace, dropoffLocation, dropoffPlace, pickup, dropoff) => {
  const chosen = chosenPlaces({ pickupLocation, pickupPlace, dropoffLocation, dropoffPlace }, locations);
  expect([chosen.pickup?.code, chosen.dropoff?.code]).toEqual([pickup, dropoff]);
});
