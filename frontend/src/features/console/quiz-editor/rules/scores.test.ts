import { expect, test } from "vitest";
import { aboutOf, scoreAbout } from "./scores";

test.each([
  ["car vw-golf", { car: "vw-golf", points: 2 }],
  ["category suv", { category: "suv", points: 2 }],
  ["drive 4x4", { drive: "4x4", points: 2 }],
  ["seats 6", { seats: 6, points: 2 }],
])("%s maps to one thing, and back", (about, score) => {
  expect(scoreAbout(about, 2)).toEqual(score);
  expect(aboutOf(score)).toBe(about);
});
