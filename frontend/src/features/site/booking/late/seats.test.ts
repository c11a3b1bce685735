import { expect, it } from "vitest";
import { testSite } from "@/testing/site";
import { seatAdvice } from "./seats";

const { cars } = testSite();

it.each([
  ["Subaru Forester", "5", null],
  ["Subaru Forester", "", null],
  ["Lada Niva", "9", null],
  [
    "subaru forester",
    "6",
    "The Subaru Forester has 5 seats for your 6 people. The Chevrolet Suburban has 7.",
  ],
  [
    "Subaru Forester",
    "9",
    "The Subaru Forester has 5 seats for your 9 people. Two cars would fit: book this one, and tell us that you need a second.",
  ],
  [
    "Subaru Forester",
    "20",
    "The Subaru Forester has 5 seats for your 20 people. You need several cars: book this one, and tell us how many you are.",
  ],
])("%s for %s", (car, people, text) => expect(seatAdvice(cars, car, people)?.text ?? null).toBe(text));
