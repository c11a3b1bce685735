import { describe, expect, it } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { testPlace, testSite, testTenant } from "@/testing/site";
import { carNameFrom, readLink } from "./link";
import { asked, detailsProblems, personalProblems } from "./schema";

it.each([
  ["toyota+4runner", "Toyota 4Runner"],
  ["TOYOTA 4RUNNER", "Toyota 4Runner"],
  ["4runner+trd", "4Runner Trd"],
  ["toyota fj cruiser", "Toyota FJ Cruiser"],
  ["subaru  forester ", "Subaru Forester"],
  ["", ""],
])("car %s", (text, name) => {
  const cars = [{ name: "Toyota 4Runner" }, { name: "Toyota FJ Cruiser" }];
  expect(carNameFrom(text, cars)).toBe(name);
});

describe("a link", () => {
  const site = {
    cars: testSite().cars,
    locations: [testPlace("tbilisi", "Tbilisi"), testPlace("batumi", "Batumi")],
    tenant: testTenant,
  };
  const good =
    "?pickup=TBILISI&dropoff=Batumi&pickupDate=2126-07-01&returnDate=2126-07-09&pickupTime=14%3A15&returnTime=noon&car=TOYOTA+fj+cruiser";

  it("fills in what it says, as the company writes it", () => {
    expect(readLink(good, site)).toEqual({
      details: {
        pickupLocation: "tbilisi",
        dropoffLocation: "batumi",
        pickupDate: "2126-07-01",
        pickupTime: "14:15",
        returnDate: "2126-07-09",
        returnTime: "09:00",
        carType: "Toyota FJ Cruiser",
      },
      notes: {},
    });
  });

  it("knows a car by its name, letters that no one sees aside", () => {
    expect(readLink("?car=Toyota%E2%80%8B+FJ+Cruiser", site).details.carType).toBe("Toyota FJ Cruiser");
  });

  it("leaves out what it does not say, without a word", () => {
    const { details, notes } = readLink("", site);
    const { pickupTime, returnTime, ...rest } = details;
    expect([pickupTime, returnTime]).toEqual(["09:00", "09:00"]);
    expect(Object.values(rest).join("")).toBe("");
    expect(notes).toEqual({});
  });

  it.each([
    [
      "pickup=yerevan",
      "pickupLocation",
      "Your link says “yerevan”, where we have no cars. Please choose a city",
    ],
    ["dropoff=%20x%20", "dropoffLocation", "Your link says “x”, where we have no cars. Please choose a city"],
    ["pickupDate=soon", "pickupDate", "Your link's “soon” is not a date"],
    ["returnDate=2126-02-30", "returnDate", "Your link's “2126-02-30” is not a date"],
    ["pickupDate=2020-07-01", "pickupDate", "Your link's date, Wed 1 July 2020, has passed"],
    [
      "pickupDate=2126-07-09&returnDate=2126-07-01",
      "returnDate",
      "Your link's date, Mon 1 July 2126, is before the pickup",
    ],
  ] as const)("says what cannot be used: %s", (search, field, note) => {
    const { details, notes } = readLink(`?${search}`, site);
    expect(details[field]).toBe("");
    expect(notes).toEqual({ [field]: note });
  });

  it("keeps a car that no one knows, and says so", () => {
    const { details, notes } = readLink("?carType=lada+niva", site);
    expect(details.carType).toBe("Lada Niva");
    expect(notes.carType).toMatch(/^“Lada Niva” is not in our fleet/);
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
  const { rental } = testSite();
  const problem = (change: Partial<typeof personal>) =>
    Object.values(personalProblems({ ...personal, ...change }, rental))[0];

  it.each([
    [{}, undefined],
    [{ firstName: "" }, "First name must be at least 2 characters"],
    [{ firstName: "A" }, "First name must be at least 2 characters"],
    [{ lastName: " L " }, "Last name must be at least 2 characters"],
    [{ customerEmail: "ada" }, "Please enter a valid email address"],
    [{ customerEmail: "ada@" }, "Please enter a valid email address"],
    [{ customerEmail: "ada@b" }, "Please enter a valid email address"],
    [{ customerEmail: "a..b@example.com" }, "Please enter a valid email address"],
    [{ customerEmail: " ada.o'neil+x@mail.example.co.uk " }, undefined],
    [{ customerPhone: "+995" }, "Please enter a valid phone number with country code"],
    [{ driverAge: "" }, "Please enter your age"],
    [{ driverAge: "22" }, "Driver age must be between 23 and 70 years old"],
    [{ driverAge: "71" }, "Driver age must be between 23 and 70 years old"],
    [{ driverAge: "-3" }, "Driver age must be between 23 and 70 years old"],
    [{ driverAge: "30.5" }, "Driver age must be between 23 and 70 years old"],
    [{ driverAge: "23" }, undefined],
    [{ groupSize: "" }, "Please enter the number of people in your group"],
    [{ groupSize: "0" }, "Group size must be between 1 and 20 people"],
    [{ groupSize: "1.5" }, "Group size must be between 1 and 20 people"],
    [{ groupSize: "21" }, "Group size must be between 1 and 20 people"],
    [{ groupSize: "20" }, undefined],
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
      pickupPlace: "",
      dropoffPlace: "",
      dropoffAddress: "",
      flightNumber: "",
      pickupAddress: "Rose Street 12",
    };
    const locations = [
      { ...testPlace("tbilisi", "Tbilisi"), needsAddress: true },
      { ...testPlace("batumi", "Batumi"), kind: "airport" as const },
    ];
    const cars = [{ name: "Jeep Wrangler", minimumAge: 25 }] as SiteConfig["cars"];
    const problemOf = (change: Partial<typeof details>, age = "24") =>
      Object.values(
        detailsProblems({ ...details, ...change }, age, { cars, locations, rental, tenant: testTenant }),
      )[0];
    const jeep = { carType: "jeep wrangler", returnDate: "2126-07-09" };
    expect(problemOf(jeep)).toBe("The driver of this car must be 25 or older");
    expect(problemOf(jeep, "25")).toBeUndefined();
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
    const week = { returnDate: "2126-07-09" };
    expect(problemOf({ ...week, pickupAddress: " " })).toBe("Please enter the address where we meet you");
    expect(problemOf({ ...week, pickupAddress: "", pickupLocation: "batumi" })).toBeUndefined();
  });
});

describe("what a pickup place asks for", () => {
  const places = [
    testPlace("city", "City"),
    { ...testPlace("port", "Port"), needsFlightNumber: true },
    { ...testPlace("airport", "Airport"), kind: "airport" as const },
    { ...testPlace("hotel", "Hotel"), needsAddress: true },
  ];
  it.each([
    ["city", false, false],
    ["port", true, false],
    ["airport", true, false],
    ["hotel", false, true],
    ["", false, false],
  ])("%s", (pickupLocation, flightNumber, pickupAddress) =>
    expect(
      asked({ pickupLocation, dropoffLocation: "city", pickupPlace: "", dropoffPlace: "" }, places),
    ).toEqual({ flightNumber, pickupAddress, dropoffAddress: false }),
  );
});
