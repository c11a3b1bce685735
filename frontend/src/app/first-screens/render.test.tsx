import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paths } from "@/config/paths";
import { renderFirstScreens } from "./render";

let screens: Record<string, string> = {};
const error = console.error;

beforeAll(async () => {
  // React says so when something cannot be drawn on its own.
  console.error = (...words: unknown[]) => {
    throw new Error(words.join(" "));
  };
  screens = (await renderFirstScreens()).en ?? {};
});
afterAll(() => {
  console.error = error;
});

/** The values of a template's placeholders, in order. */
const places = (path: string) =>
  [...(screens[path] ?? "").matchAll(/\{\{ (.*?) \}\}/g)].map((match) => match[1]);

const drawn = [paths.home, paths.booking, paths.car, paths.place, paths.guide, paths.ownPage];

/** What a page shows of a picture. */
const parts = (path: string) => ["src", "avif", "webp", "focus"].map((part) => `${path}.${part}`);

it("are drawn for the home page, the wizard, cars, places and guides", () => {
  expect(Object.keys(screens)).toEqual(drawn);
});

it("say of a car and of a place what the server gives", () => {
  const item = (path: string) =>
    new Set(places(path).filter((place) => place && !/^(tenant|brand|contacts)\./.test(place)));
  expect(item(paths.car)).toEqual(
    new Set(["item.name", "item.title", "item.description", "item.price", ...parts("item.picture"), "spec"]),
  );
  expect(item(paths.place)).toEqual(
    new Set([
      ...["item.name", "item.address", "item.price", "item.fee", "place.code", "place.name"],
      ...["car.name", "car.address", ...parts("car.picture"), "car.price"],
    ]),
  );
});

it("say of a guide what its document begins with, with a picture and without", () => {
  const page = places(paths.guide).filter((place) => place?.startsWith("page."));
  const words = ["page.title", "page.text", "page.button"];
  const pictures = ["src", "avif", "webp"].map((part) => `page.imagePortrait.${part}`);
  expect(new Set(page)).toEqual(new Set([...words, ...pictures, ...parts("page.image")]));
  expect(page.filter((place) => place === "page.title")).toHaveLength(2);
  expect(screens[paths.ownPage]).toBe(screens[paths.guide]);
});

it("name each of a company's texts that they show", () => {
  expect(new Set(places(paths.home))).toEqual(
    new Set([
      ...["brand.heroPortrait", "brand.hero", "brand.logo"].flatMap((path) =>
        ["src", "avif", "webp"].map((part) => `${path}.${part}`),
      ),
      "brand.hero.focus",
      "brand.logo.focus",
      "tenant.name",
      "tenant.pathPrefix",
      "contacts.chatNumber",
      "contacts.chatUrlBase",
      "contacts.phone",
      "tenant.currency",
      "landing.headline",
      "landing.subheadline",
      "promise.title",
      "place.code",
      "place.name",
    ]),
  );
  expect(places(paths.booking)).toEqual([
    "tenant.pathPrefix",
    "brand.logo.avif",
    "brand.logo.webp",
    "brand.logo.src",
    "brand.logo.focus",
    "tenant.name",
    "contacts.phone",
    "tenant.currency",
    "contacts.chatUrlBase",
    "contacts.chatNumber",
  ]);
});

it("repeat and leave out what companies have more or less of", () => {
  expect(screens[paths.home]).toContain("{% for promise in landing.promises[0:4] %}<li");
  expect(screens[paths.home]?.match(/\{% for place in locations %\}<option/g)).toHaveLength(2);
  for (const html of Object.values(screens)) {
    expect(html).toMatch(
      /\{% if contacts\.chatNumber %\}<a href="\{\{ contacts\.chatUrlBase \}\}\{\{ contacts\.chatNumber \}\}"[^>]*aria-label="Chat with us"/,
    );
    expect(html.match(/\{% (for|if)/g)?.length).toBe(html.match(/\{% end(for|if)/g)?.length);
    // The start of a comment in the template language would swallow what follows.
    expect(html).not.toContain("{#");
  }
});

// The server escapes for these two contexts, and for no other.
describe("placeholders are only in text and in quoted attributes with an image, a value or an own URL", () => {
  it.each(drawn)("%s", (path) => {
    const html = screens[path] ?? "";
    expect(html).not.toMatch(/<(script|style|textarea|title|iframe)/i);
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/gi)) {
      const bare = tag.replace(/\b(src|srcSet|value|href|style)="[^"]*"/g, "");
      expect(bare).not.toMatch(/\{[{%]/);
    }
  });
});

it("promise availability only where the company does", () => {
  expect(screens[paths.home]?.replaceAll("&amp;", "&")).toContain(
    "{% if rental.availability %}Check Price & Availability{% else %}Check Price{% endif %}",
  );
  const without = screens[paths.home]?.replace(/\{% if rental\.availability %\}.*?\{% else %\}/, "");
  expect(without).not.toMatch(/availab/i);
});

it("take nothing that a visitor could type, and say nothing of the day they were built", () => {
  expect(screens[paths.home]).toMatch(/<div inert=""><form/);
  for (const html of Object.values(screens)) expect(html).not.toMatch(/ (id|for|name)=/);
  expect(screens[paths.home]).not.toMatch(/\d{4}-\d\d-\d\d/);
});

it("are drawn in each language of the product, and lead home in the page's language", () => {
  for (const html of Object.values(screens)) {
    expect(html).toContain('href="{{ tenant.pathPrefix }}/"');
    expect(html).not.toContain('href="/');
  }
  expect(screens[paths.home]).toMatch(/\{% if tenant\.languages\[1:\] %\}<span [^>]*>.*?English/);
});
