import { expect, it } from "vitest";
import { isOwn, nameOf, pageOf, previewUrl, shapeOf } from "./texts";

it.each([
  ["landing", "landing", "/", false],
  ["seo", "seo", "/", false],
  ["terms-of-service", "legal", "/terms-of-service", false],
  ["vashlovani-national-park-guide", "page", "/vashlovani-national-park-guide", false],
  ["guide.svaneti", "page", "/guides/svaneti", true],
])("%s is a text of the shape %s, seen at %s", (kind, shape, page, own) => {
  expect([shapeOf(kind), pageOf(kind), isOwn(kind)]).toEqual([shape, page, own]);
});

it("a page is called by its title, in the first language that has one", () => {
  expect(nameOf({ kind: "guide.svaneti", titles: { en: "", ka: "სვანეთი" } }, ["en", "ka"])).toBe("სვანეთი");
  expect(nameOf({ kind: "guide.svaneti", titles: {} }, ["en"])).toBe("guide.svaneti");
});

it("a preview is asked for again after each save", () => {
  expect(previewUrl("guide.svaneti", "/ka", 7)).toBe("/ka/guides/svaneti?preview=drafts&revision=7");
});
