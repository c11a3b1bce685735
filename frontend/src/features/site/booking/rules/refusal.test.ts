import { expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import { testSite } from "@/testing/site";
import { problemsWith } from "../use-step-form";
import { isStillRefused, refusalsOf, stepOf } from "./refusal";
import { type Personal, personalProblems } from "./schema";

const draft = {
  personal: {
    firstName: "Ada",
    lastName: "Lovelace",
    customerEmail: "ada@mail.test",
    customerPhone: "+995 555 12 34 56",
    driverAge: "36",
    groupSize: "2",
  },
  details: {
    pickupLocation: "tbilisi",
    dropoffLocation: "batumi",
    pickupDate: "2030-06-10",
    pickupTime: "09:00",
    returnDate: "2030-06-17",
    returnTime: "09:00",
    carType: "Subaru Forester",
    insuranceType: "basic",
    pickupPlace: "",
    dropoffPlace: "",
    flightNumber: "",
    pickupAddress: "",
    dropoffAddress: "",
  },
  promoCode: "FRIEND",
};

function refused(...fields: [string, string][]): ApiError {
  const named = fields.map(([field, code]) => ({ field, code, message: code }));
  const body = {
    success: false as const,
    error: "InvalidInput",
    code: "InvalidInput",
    message: "Please check.",
    fields: named,
  };
  return new ApiError(422, body, "", undefined);
}

it.each([
  [[["customerEmail", "no"]], 1],
  [[["customerName", "last_name_too_short"]], 1],
  [[["insuranceType", "no"]], 2],
  [[["pickupAddress", "no"]], 2],
  [[["dropoffPlace", "no"]], 2],
  [
    [
      ["pickupDate", "no"],
      ["customerPhone", "no"],
    ],
    1,
  ],
  [[["promoCode", "no"]], 3],
  [[["quizSessionId", "no"]], undefined],
  [[], undefined],
] as [[string, string][], number | undefined][])("%j belongs to step %s", (fields, step) => {
  expect(stepOf(refusalsOf(refused(...fields), draft), "contactFirst")).toBe(step);
});

it("leads to where each order asks for the field", () => {
  const step = (field: string) => stepOf(refusalsOf(refused([field, "no"]), draft), "tripFirst");
  expect(["pickupDate", "customerEmail", "promoCode"].map(step)).toEqual([1, 3, 3]);
});

it("finds the affected part of a name", () => {
  const found = refusalsOf(refused(["customerName", "last_name_too_short"]), draft);
  expect(found.map((item) => item.field)).toEqual(["lastName"]);
});

it("is no refusal of a field when the line is down", () => {
  expect(refusalsOf(new TypeError("Failed to fetch"), draft)).toEqual([]);
});

it("applies until the field changes; a time has a date and an hour", () => {
  const [email, day] = refusalsOf(refused(["customerEmail", "no"], ["pickupDate", "past"]), draft);
  expect(email && isStillRefused(email, { ...draft.personal, firstName: "Eve" })).toBe(true);
  expect(email && isStillRefused(email, { ...draft.personal, customerEmail: " ada@mail.test " })).toBe(true);
  expect(email && isStillRefused(email, { ...draft.personal, customerEmail: "ada@mail.org" })).toBe(false);
  expect(day && isStillRefused(day, { ...draft.details, carType: "Fiat" })).toBe(true);
  expect(day && isStillRefused(day, { ...draft.details, pickupTime: "18:00" })).toBe(false);
});

it("marks what the server refused beside what the browser finds itself", () => {
  const { rental } = testSite();
  const found = refusalsOf(refused(["customerEmail", "Not this one"]), draft);
  const messages = (values: Personal) =>
    problemsWith<Personal>((form) => personalProblems(form, rental), found, values);
  expect(messages(draft.personal)).toEqual({ customerEmail: "Not this one" });
  expect(messages({ ...draft.personal, driverAge: "" })).toEqual({
    customerEmail: "Not this one",
    driverAge: "Please enter your age",
  });
  expect(messages({ ...draft.personal, customerEmail: "ada@mail.org" })).toEqual({});
});
