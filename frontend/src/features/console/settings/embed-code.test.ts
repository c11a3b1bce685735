import { expect, it, vi } from "vitest";
import { type EmbedChoice, embeddedPath, frameCode, scriptCode } from "./embed-code";

vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tenant: { languages: ["en", "ka"] } }) }));

const cars: EmbedChoice = { kind: "cars", car: "", language: "en", target: "same" };
const car: EmbedChoice = { kind: "car", car: "dacia-duster", language: "ka", target: "new" };
const origin = "https://cars.example.com";

it("leads to the page in its language", () => {
  expect(embeddedPath(cars)).toBe("/embed/cars");
  expect(embeddedPath({ ...cars, kind: "search", language: "ka" })).toBe("/ka/embed/search");
  expect(embeddedPath(car)).toBe("/ka/embed/cars/dacia-duster?target=new");
});

it("is an element and a script", () => {
  const script = `<script async src="${origin}/embed.js"></script>`;
  expect(scriptCode(origin, cars)).toBe(`<div data-abano="cars" data-language="en"></div>${script}`);
  expect(scriptCode(origin, car)).toBe(
    `<div data-abano="car" data-car="dacia-duster" data-language="ka" data-target="new"></div>${script}`,
  );
});

it("ends no attribute early", () => {
  expect(frameCode(origin, '"Best" & cars', cars)).toContain('title="&quot;Best&quot; &amp; cars"');
});
