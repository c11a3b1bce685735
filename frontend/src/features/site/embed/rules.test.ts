import { describe, expect, it } from "vitest";
import { campaignOf, carBookingUrl, resultsUrl, targetOf } from "./rules";

const trip = {
  pickupLocation: "tbilisi",
  dropoffLocation: "batumi",
  pickupDate: "2027-05-01",
  pickupTime: "10:00",
  returnDate: "2027-05-04",
  returnTime: "09:30",
};

describe("the campaign of a frame", () => {
  it.each([
    ["?gclid=Click-1&gbraid=B_2&wbraid=W3", { gclid: "Click-1", gbraid: "B_2", wbraid: "W3" }],
    ["?utm_source=blog&utm_medium=cpc&utm_id=1", { utm_source: "blog", utm_medium: "cpc" }],
    ["?ref=HOTEL-1", { ref: "HOTEL-1" }],
    ["?gclid=%3Cscript%3E&ref=a/b&utm_term=%20", {}],
    [`?gclid=${"a".repeat(201)}&utm_source=${"a".repeat(201)}`, {}],
    ["?sessionId=quiz_1&currency=USD&target=new", {}],
  ])("%s", (search, campaign) => expect(campaignOf(search)).toEqual(campaign));
});

it("leads to the cars with a search", () => {
  expect(resultsUrl("/ka", trip, "?gclid=a&utm_source=blog")).toBe(
    "/ka/cars?pickup=tbilisi&dropoff=batumi&pickupDate=2027-05-01&pickupTime=10%3A00" +
      "&returnDate=2027-05-04&returnTime=09%3A30&gclid=a&utm_source=blog",
  );
});

it("leads to the booking of a car, with the frame's trip", () => {
  expect(carBookingUrl("", "Dacia\n Duster", "?pickupDate=2027-05-01&gclid=a&other=1")).toBe(
    "/booking?pickupDate=2027-05-01&carType=Dacia+Duster&gclid=a",
  );
});

it("opens over the page unless a new tab is wanted", () => {
  expect(targetOf("")).toBe("_top");
  expect(targetOf("?target=new")).toBe("_blank");
  expect(targetOf("?target=_parent")).toBe("_top");
});
