import { expect, it, vi } from "vitest";
import { slidesOf, videoSlide } from "./slides";

vi.stubGlobal("window", { location: { origin: "https://georgia.example" } });

const images = ["side", "front"].map((view) => ({ view, src: `/${view}.svg`, alt: view }));

it("begins with the video and goes round, so that the last picture leads to it again", () => {
  const kinds = slidesOf({ images, videoUrl: "https://youtu.be/abc" }, null).map((slide) => slide.kind);
  expect(kinds).toEqual(["video", "image", "image"]);
});

it("has pictures alone where no video is set, and the company's video where the car has none", () => {
  expect(slidesOf({ images, videoUrl: null }, null)).toHaveLength(2);
  expect(slidesOf({ images, videoUrl: null }, "/films/fleet.mp4")[0]).toMatchObject({ player: "file" });
  expect(slidesOf({ images: [], videoUrl: null }, "")).toEqual([]);
});

it.each([
  ["https://www.youtube.com/watch?v=abc123&t=4", "https://www.youtube-nocookie.com/embed/abc123?rel=0"],
  ["https://youtu.be/abc123", "https://www.youtube-nocookie.com/embed/abc123?rel=0"],
  ["https://www.youtube-nocookie.com/embed/abc123", "https://www.youtube-nocookie.com/embed/abc123?rel=0"],
  ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
  ["https://player.example/film/1", "https://player.example/film/1"],
])("%s is shown from %s", (address, src) => {
  expect(videoSlide(address)).toEqual({ kind: "video", src, player: "embed" });
});

it.each(["javascript:alert(1)", "http://plain.example/film.mp4", "data:text/html,x", "  "])(
  "%s is not shown",
  (address) => expect(videoSlide(address)).toBeNull(),
);
