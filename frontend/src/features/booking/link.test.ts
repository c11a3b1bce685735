import { describe, expect, it } from "vitest";
import { testSite, testTenant } from "@/testing/site";
import { carNameFrom, detailsFrom } from "./link";
import { detailsSchema, personalSchema } from "./schema";

it.each([
  ["toyota+4runner", "Toyota 4Runner"],
  ["TOYOTA 4RUNNER", "TOYOTA 4Runner"],
  ["toyota fj cruiser", "Toyota FJ Cruiser"],
  ["subaru  forester ", "Subaru Forester"],
  ["", ""],
])("car %s", (text, name) => expect(carNameFrom(text)).toBe(name));

it("reads the link and leaves out what makes no sense", () => {
  expect(detailsFrom("?pickup=TBILISI&dropoff=batumi&pickupDate=2026-07-01&returnDate=soon&car=fj")).toEqual({
    pickupLocation: "tbilisi",
    dropoffLocation: "batumi",
    pickupDate: "2026-07-01",
    returnDate: "",
    carType: "FJ",
  });
});

describe("field rules", () => {
  const personal = {
    firstName: "Ada",
    lastName: "Lovelace",
    customerEmail: "ada@example.com",
    customerPhone: "+995 555 12 34 56",
    driverAge: "36",
    groupSize: "2",
  };
  const schema = personalSchema(testSite().rental);
  const problem = (change: Partial<typeof personal>) =>
    schema.safeParse({ ...personal, ...change }).error?.issues[0]?.message;

  it.each([
    [{}, undefined],
    [{ firstName: "A" }, "First name must be at least 2 characters"],
    [{ lastName: " L " }, "Last name must be at least 2 characters"],
    [{ customerEmail: "ada@" }, "Please enter a valid email address"],
    [{ customerPhone: "+995" }, "Please enter a valid phone number with country code"],
    [{ driverAge: "" }, "Please enter your age"],
    [{ driverAge: "22" }, "Driver age must be between 23 and 70 years old"],
    [{ driverAge: "71" }, "Driver age must be between 23 and 70 years old"],
    [{ groupSize: "" }, "Please enter the number of people in your group"],
    [{ groupSize: "21" }, "Group size must be between 1 and 20 people"],
  ])("%o → %s", (change, message) => expect(problem(change)).toBe(message));

  it("asks for times that make a rental", () => {
    const details = {
      pickupLocation: "tbilisi",
      dropoffLocation: "batumi",
      pickupDate: "2126-07-01",
      pickupTime: "09:00",
      returnDate: "2126-07-01",
      returnTime: "09:00",
      carType: "Subaru Forester",
      insuranceType: "minimum",
    };
    const site = { rental: testSite().rental, tenant: testTenant };
    const problemOf = (change: Partial<typeof details>) =>
      detailsSchema(site).safeParse({ ...details, ...change }).error?.issues[0]?.message;
    expect(problemOf({})).toBe("The return must be after the pickup");
    expect(problemOf({ returnDate: "2126-07-03", returnTime: "09:00" })).toBe(
      "The shortest rental is 3 days",
    );
    expect(problemOf({ returnDate: "2126-07-03", returnTime: "09:30" })).toBeUndefined();
    expect(problemOf({ returnDate: "2127-07-02" })).toBe("The longest rental is 365 days");
    expect(problemOf({ pickupDate: "2020-07-01", returnDate: "2020-07-09" })).toBe(
      "The pickup must not be in the past",
    );
    expect(problemOf({ pickupLocation: "", returnDate: "2126-07-09" })).toBe("Please select pickup location");
  });
});
