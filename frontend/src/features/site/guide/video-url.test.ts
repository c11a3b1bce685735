import { expect, it, vi } from "vitest";
import { filmAt } from "./video-url";

vi.stubGlobal("window", { location: { origin: "https://georgia.example" } });

it.each([
  ["https://www.youtube.com/watch?v=abc123&t=4", "https://www.youtube-nocookie.com/embed/abc123?rel=0"],
  ["https://youtu.be/abc123", "https://www.youtube-nocookie.com/embed/abc123?rel=0"],
  ["https://www.youtube-nocookie.com/embed/abc123", "https://www.youtube-nocookie.com/embed/abc123?rel=0"],
  ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
])("%s is shown from %s", (address, src) => {
  expect(filmAt(address)).toEqual({ src, player: "embed" });
});

it("is a file of the company's own", () => {
  expect(filmAt("/films/fleet.mp4")).toMatchObject({ player: "file" });
});

it.each([
  "javascript:alert(1)",
  "http://plain.example/film.mp4",
  "data:text/html,x",
  "https://player.example/film/1",
])("%s is not shown", (address) => expect(filmAt(address)).toBeNull());
