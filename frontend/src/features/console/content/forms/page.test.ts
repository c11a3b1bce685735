import { expect, it, vi } from "vitest";
import type { Item, Values } from "../rules/fields";
import { pageForm } from "./page";

vi.mock("@/lib/site-config", () => ({
  siteConfig: () => ({ locations: [{ code: "tbilisi", name: "Tbilisi" }] }),
}));

function listOf(fields: ReturnType<Item["fields"]>, name: string) {
  const found = fields.find((field) => field.name === name);
  if (found?.as !== "list") throw new Error(`no list ${name}`);
  return found;
}

const blocks = listOf(pageForm[0]?.fields ?? [], "blocks");
const stops = listOf(blocks.item.fields({ type: "route" }), "stops");
const namesOf = (item: Values) => stops.item.fields(item).map(({ name }) => name);

it("asks for name and point of a stop that is none of the company's places", () => {
  expect(namesOf({ place: "" })).toEqual(["place", "name", "latitude", "longitude"]);
  expect(namesOf({ place: "tbilisi" })).toEqual(["place"]);
});

it("calls a stop by its place, else by its own name", () => {
  expect(stops.item.title({ place: "tbilisi", name: "Old" })).toBe("Tbilisi");
  expect(stops.item.title({ place: "gone", name: "Old" })).toBe("Old");
  expect(stops.item.title({ place: "", name: "" })).toMatchObject({ message: "New stop" });
});

it("begins a route without stops, of which the server takes twelve", () => {
  expect(stops.max).toBe(12);
  const fresh = blocks.item.fresh.find(({ item }) => item.type === "route");
  expect(fresh?.item.stops).toEqual([]);
});
