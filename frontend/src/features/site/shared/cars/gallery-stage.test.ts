import { expect, it } from "vitest";
import { slidesOf } from "./gallery-stage";

const images = ["side", "front"].map((view) => ({ view, src: `/${view}.svg`, alt: view }));
const film = { player: "file" as const, src: "/media/film.mp4", title: "", poster: null };

it("begins with the film and goes round, so that the last picture leads to it again", () => {
  expect(slidesOf({ images, film }).map((slide) => slide.kind)).toEqual(["video", "image", "image"]);
});

it("has pictures alone where there is no film", () => {
  expect(slidesOf({ images, film: null }).map((slide) => slide.kind)).toEqual(["image", "image"]);
  expect(slidesOf({ images: [], film: null })).toEqual([]);
});
