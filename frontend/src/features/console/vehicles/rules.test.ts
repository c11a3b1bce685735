import { expect, test } from "vitest";
import type { Vehicle } from "@/features/console/shared/fleet";
import { bodyOf, filtered, formOf, vehicleSchema, workSchema } from "./rules";

const niva: Vehicle = {
  id: "1",
  plate: "AA-123-BB",
  carId: "c1",
  car: "Lada Niva",
  year: 2021,
  color: "green",
  mileageKm: 42000,
  homeLocation: "tbilisi",
  location: null,
  state: "in_service",
  isShown: true,
  pictureId: null,
  warnings: 0,
  updatedAt: "2026-01-01T00:00:00Z",
};
const forester: Vehicle = {
  ...niva,
  id: "2",
  plate: "CC 456 DD",
  car: "Subaru Forester",
  homeLocation: "batumi",
  state: "workshop",
  warnings: 2,
};
const plates = (vehicles: Vehicle[]) => vehicles.map((each) => each.plate);

test("a plate is found however it is typed", () => {
  const both = [niva, forester];
  expect(plates(filtered(both, { search: "aa123" }))).toEqual(["AA-123-BB"]);
  expect(plates(filtered(both, { search: "456-dd" }))).toEqual(["CC 456 DD"]);
  expect(filtered(both, { search: "aa 999" })).toEqual([]);
});

test("all filters must match", () => {
  const both = [niva, forester];
  expect(plates(filtered(both, { due: "true" }))).toEqual(["CC 456 DD"]);
  expect(plates(filtered(both, { place: "tbilisi", state: "in_service" }))).toEqual(["AA-123-BB"]);
  expect(filtered(both, { car: "Lada Niva", state: "workshop" })).toEqual([]);
});

test("a form that is not changed sends the vehicle as it is", () => {
  expect(bodyOf(vehicleSchema.parse(formOf(niva)))).toEqual({
    plate: "AA-123-BB",
    car: "Lada Niva",
    year: 2021,
    color: "green",
    mileageKm: 42000,
    homeLocation: "tbilisi",
    state: "in_service",
    isShown: true,
    pictureId: null,
    reason: "",
  });
});

test("a vehicle needs plate, car and location, and has a year of this world or none", () => {
  const empty = vehicleSchema.safeParse({ ...formOf(null), plate: " - " });
  expect(empty.error?.issues.map((issue) => issue.path[0])).toEqual(["plate", "car", "homeLocation"]);
  expect(vehicleSchema.safeParse({ ...formOf(niva), year: "21" }).success).toBe(false);
  expect(bodyOf(vehicleSchema.parse({ ...formOf(niva), year: "", mileageKm: "" }))).toMatchObject({
    year: null,
    mileageKm: 0,
  });
});

test("work is due by a day, by mileage, or both", () => {
  expect(workSchema.safeParse({ title: "Oil", dueOn: "", dueMileageKm: "" }).success).toBe(false);
  expect(workSchema.safeParse({ title: "Oil", dueOn: "", dueMileageKm: "50000" }).success).toBe(true);
});
